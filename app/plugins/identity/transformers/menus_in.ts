import { type Language, translate } from '#kernel/languages/main'
import type { MenuNode } from '../entitlements.js'

type Trees = Map<Language, MenuNode[]>

/** Trees are kept and shared by whoever has the same rights. */
const known = new WeakMap<readonly MenuNode[], Trees>()

/** A tree of menus with its titles in a language. A title that somebody has changed has no translation, and stays. */
export function menusIn(language: Language, menus: MenuNode[]): MenuNode[] {
  if (language === 'en') return menus
  const trees: Trees = known.get(menus) ?? new Map()
  known.set(menus, trees)
  const tree = trees.get(language) ?? menus.map((menu) => menuIn(language, menu))
  trees.set(language, tree)
  return tree
}

function menuIn(language: Language, { title, children, ...menu }: MenuNode): MenuNode {
  return {
    ...menu,
    title: translate(title, language),
    children: children.map((child) => menuIn(language, child)),
  }
}
