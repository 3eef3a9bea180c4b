import { E_CONFLICT, E_VALIDATION } from '#kernel/errors/main'
import { type Said, say, type Text } from '#kernel/languages/main'
import type { MenuTree } from '../snapshot/menu_tree.js'
import type { MenuType } from '../models/menu.js'
import { missingReference } from './references.js'

/** Deeper trees serve nobody, and what walks them must not fail. */
export const DEEPEST = 100

const MAY_HOLD: Readonly<Record<MenuType, readonly MenuType[]>> = {
  directory: ['directory', 'menu', 'button'],
  menu: ['menu', 'button'],
  button: [],
}

const TYPES: Readonly<Record<MenuType, Text>> = {
  directory: say`directory`,
  menu: say`menu`,
  button: say`button`,
}

interface PlacedMenu {
  id?: number
  parentId: number | null
  type: MenuType
  permission: string | null
}

/**
 * Where a menu may stand: beneath what can hold it, and never beneath itself.
 *
 * @throws E_NOT_FOUND, E_CONFLICT, E_VALIDATION
 */
export function assertMenuPlace(menu: PlacedMenu, tree: MenuTree): void {
  if (menu.type === 'directory' && menu.permission !== null)
    invalid('permission', 'A directory carries no permission; its menus and buttons do')
  const beneath = menu.id === undefined ? [] : tree.below(menu.id).slice(1)
  const misplaced = beneath.some(
    ({ parentId, type }) => parentId === menu.id && !MAY_HOLD[menu.type].includes(type)
  )
  if (misplaced) throw new E_CONFLICT(say`A ${TYPES[menu.type]} cannot hold what stands beneath it`)
  if (menu.parentId === null) return

  const parent = parentOf(menu, tree)
  if (!parent) throw missingReference('parentId', say`There is no menu ${menu.parentId}`)
  if (parent.id === menu.id || beneath.some(({ id }) => id === parent.id))
    throw new E_CONFLICT('A menu cannot stand beneath itself')
  if (!MAY_HOLD[parent.type].includes(menu.type))
    invalid('parentId', say`A ${TYPES[parent.type]} cannot hold a ${TYPES[menu.type]}`)
  const height = beneath.length === 0 ? 0 : depthBelow(menu.id!, tree)
  if (tree.depth(parent.id) + 2 + height > DEEPEST)
    throw new E_CONFLICT(say`Menus are at most ${DEEPEST} levels deep`)
}

/** What stands beneath a row of an unmounted plugin may stay there; nothing is put there. */
function parentOf({ id, parentId }: PlacedMenu, tree: MenuTree) {
  const stays = id !== undefined && tree.get(id)?.parentId === parentId
  return stays ? tree.get(parentId!) : tree.mounted(parentId!)
}

function depthBelow(id: number, tree: MenuTree): number {
  const deepest = Math.max(...tree.below(id).map((menu) => tree.depth(menu.id)))
  return deepest - tree.depth(id)
}

function invalid(field: string, message: Said): never {
  throw new E_VALIDATION(undefined, { errors: [{ field, rule: 'menu', message }] })
}
