import type { MenuNode } from '#plugins/identity/main'
import type { MenuType } from '../models/menu.js'

export interface MenuRecord extends Omit<MenuNode, 'type' | 'status' | 'children'> {
  readonly type: MenuType
  readonly status: 'enabled' | 'disabled'
  /** Whether it is a plugin's, and no plugin that is mounted here has it. */
  readonly unmounted: boolean
}

/**
 * Directories, menus and buttons. A disabled or hidden one disables or hides all beneath it. An unmounted one is
 * skipped: what stands beneath it stands beneath the nearest mounted one above.
 */
export class MenuTree {
  readonly #byId: ReadonlyMap<number, MenuRecord>
  readonly #children = new Map<number | null, MenuRecord[]>()
  /** Enabled up to the top, mounted or not. */
  readonly #enabled = new Set<number>()
  readonly #shown = new Set<number>()

  constructor(menus: readonly MenuRecord[]) {
    const ordered = [...menus].sort((a, b) => a.sort - b.sort || a.id - b.id)
    this.#byId = new Map(ordered.map((menu) => [menu.id, menu]))
    for (const menu of ordered) {
      const siblings = this.#children.get(menu.parentId)
      if (siblings) siblings.push(menu)
      else this.#children.set(menu.parentId, [menu])
    }
    this.#markEnabled()
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: number): MenuRecord | undefined {
    return this.#byId.get(id)
  }

  mounted(id: number): MenuRecord | undefined {
    const menu = this.#byId.get(id)
    return menu?.unmounted ? undefined : menu
  }

  /** All that are mounted. */
  all(): MenuRecord[] {
    return [...this.#byId.values()].filter(({ unmounted }) => !unmounted)
  }

  /** Whether it is mounted, and it and all above it are enabled. */
  enabled(id: number): boolean {
    return this.#enabled.has(id) && !this.#byId.get(id)!.unmounted
  }

  /** Whether it would be enabled if its plugin were mounted. */
  inactive(id: number): boolean {
    return this.#enabled.has(id) && this.#byId.get(id)!.unmounted
  }

  /** The menu and all beneath it. */
  below(id: number): MenuRecord[] {
    const top = this.#byId.get(id)
    const found = new Set(top ? [top] : [])
    for (const menu of found)
      for (const child of this.#children.get(menu.id) ?? []) found.add(child)
    return [...found]
  }

  /** How many levels stand above. */
  depth(id: number): number {
    let depth = 0
    for (let menu = this.#above(id); menu && depth <= this.#byId.size; menu = this.#above(menu.id))
      depth += 1
    return depth
  }

  /** What a front end shows to somebody who has these menus: with all above them, without buttons. */
  shownTo(ids: Iterable<number> | 'all'): MenuNode[] {
    const wanted = ids === 'all' ? this.#shown : this.#withAbove(ids)
    const nodes = new Map<number, MenuNode>()
    const roots: MenuNode[] = []
    for (const menu of this.#parentsFirst()) {
      if (menu.unmounted || !wanted.has(menu.id) || !this.#shown.has(menu.id)) continue
      const parentId = this.#parentOf(menu)
      const node = { ...nodeOf(menu), parentId }
      nodes.set(menu.id, node)
      const siblings = parentId === null ? roots : nodes.get(parentId)?.children
      siblings?.push(node)
    }
    return withoutEmptyDirectories(roots, [...nodes.values()])
  }

  #withAbove(ids: Iterable<number>): Set<number> {
    const wanted = new Set<number>()
    for (const id of ids) {
      if (this.#byId.get(id)?.type === 'button') continue
      for (let menu = this.#byId.get(id); menu && !wanted.has(menu.id); menu = this.#above(menu.id))
        wanted.add(menu.id)
    }
    return wanted
  }

  #above(id: number): MenuRecord | undefined {
    const parentId = this.#byId.get(id)?.parentId ?? null
    return parentId === null ? undefined : this.#byId.get(parentId)
  }

  /** The nearest mounted one above. */
  #parentOf({ id }: MenuRecord): number | null {
    let above = this.#above(id)
    while (above?.unmounted) above = this.#above(above.id)
    return above?.id ?? null
  }

  #parentsFirst(): MenuRecord[] {
    const found = [...(this.#children.get(null) ?? [])]
    for (const menu of found)
      for (const child of this.#children.get(menu.id) ?? []) found.push(child)
    return found
  }

  #markEnabled(): void {
    for (const { id, parentId, type, status, visible } of this.#parentsFirst()) {
      if (status !== 'enabled' || (parentId !== null && !this.#enabled.has(parentId))) continue
      this.#enabled.add(id)
      if (type === 'button' || !visible) continue
      if (parentId === null || this.#shown.has(parentId)) this.#shown.add(id)
    }
  }
}

function nodeOf({ status: _status, unmounted: _unmounted, type, ...menu }: MenuRecord): MenuNode {
  return { ...menu, type: type as MenuNode['type'], status: 'enabled', children: [] }
}

/** @param parentsFirst all nodes, so that the last of them are the deepest */
function withoutEmptyDirectories(roots: MenuNode[], parentsFirst: MenuNode[]): MenuNode[] {
  const filled = (node: MenuNode) => node.type !== 'directory' || node.children.length > 0
  for (const node of parentsFirst.reverse()) node.children = node.children.filter(filled)
  return roots.filter(filled)
}
