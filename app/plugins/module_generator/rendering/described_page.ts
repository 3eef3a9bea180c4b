import type { PageDescription, PageField } from '#kernel/descriptions/main'
import type { ModuleSpec } from '../plan/module_spec.js'
import { defaultSortOf, sortsOf } from './listing_code.js'
import { describedField } from './described_field.js'

/** What a module's own manifest says of its page, without the permissions, which are values there. */
export function describedPage(spec: ModuleSpec): Omit<PageDescription, 'permissions'> {
  const { fields, names, timestamps } = spec
  const tree = fields.find(({ type }) => type === 'tree')
  return {
    name: names.kebab,
    title: spec.titles,
    resource: spec.path,
    fields: [...fields.map((field) => describedField(field, spec)), ...madeFields(spec)],
    searchable: fields.some(({ searchable }) => searchable) || undefined,
    sorts: sortsOf(spec),
    defaultSort: defaultSortOf(spec),
    tree: tree && { parent: tree.attribute },
    several: true,
    version: timestamps ? 'updatedAt' : undefined,
  }
}

/** What every row has by itself. Of owner and department a row has the ids alone, which no list shows. */
function madeFields({ scoped, timestamps }: ModuleSpec): PageField[] {
  const made = { readOnly: true, list: false }
  const owner = { resource: '/app/system/users', label: 'nickname' }
  const department = { resource: '/app/system/departments', label: 'name', query: 'flat=true' }
  const by = { type: 'reference', nullable: true, ...made } as const
  const at = { type: 'instant', ...made } as const
  return [
    ...(scoped
      ? [
          { name: 'ownerId', label: 'Owner', ...by, reference: owner },
          { name: 'departmentId', label: 'Department', ...by, reference: department },
        ]
      : []),
    ...(timestamps
      ? [
          { name: 'createdAt', label: 'Created at', ...at, list: true, filter: 'range' as const },
          { name: 'updatedAt', label: 'Updated at', ...at },
        ]
      : []),
  ]
}
