import { defineListing, equals, inSearchText, type ListFilter } from '#kernel/listing/main'
import { mountedMenus } from '../snapshot/plugin_menus.js'
import Menu from '../models/menu.js'
import { menuShape } from '../transformers/menu_transformer.js'

/** Rows of plugins that are not mounted here are hidden. */
const mounted: ListFilter<void> = ({ column }) => {
  const names = [...mountedMenus().keys()]
  const declared = names.length
    ? ` or ${column('name')} in (${names.map(() => '?').join(', ')})`
    : ''
  return { sql: `(${column('plugin')} is null${declared})`, bindings: names }
}

export const menuListing = defineListing(Menu, {
  row: menuShape,
  filters: {
    keyword: inSearchText,
    type: equals<string>('type'),
    status: equals<string>('status'),
    parentId: equals<number>('parentId'),
    permission: equals<string>('permission'),
    plugin: equals<string>('plugin'),
  },
  only: mounted,
  sorts: ['id', 'sort', 'name', 'title', 'type', 'status', 'createdAt', 'updatedAt'],
  defaultSort: 'sort',
})
