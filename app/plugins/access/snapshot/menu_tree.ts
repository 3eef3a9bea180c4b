import type { MenuNode } from '#plugins/identity/main'
import type { MenuType } from '../models/menu.js'

export interface MenuRecord extends Omit<MenuNode, 'type' | 'status' | 'children'> {
  readonly type: MenuType
  readonly status: 'enabled' | 'disabled'
  /** Whether no plugin that is mounted here brings it along, though one did. */
  readonly absent: boolean
}

/**
 * Directories, menus and buttons. A disabled or hidden one takes all beneath it along. An absent one counts for nothing,
 * and what stands beneath it stands where it would.
 */
export class MenuTree {
  readonly #byId: ReadonlyMap<number, MenuRecord>
  readonly #children = new Map<number | null, MenuRecord[]>()
  /** Enabled up to the top, absent or not. */
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
    this.#judge()
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: number): MenuRecord | undefined {
    return this.#byId.get(id)
  }

  /** Without those that are absent. */
  present(id: number): MenuRecord | undefined {
    const menu = this.#byId.get(id)
    return menu?.absent ? undefined : menu
  }

  /** Without those that are absent. */
  all(): MenuRecord[] {
    return [...this.#byId.values()].filter(({ absent }) => !absent)
  }

  /** Whether it counts: it is there, and it and all above it are enabled. */
  enabled(id: number): boolean {
    return this.#enabled.has(id) && !this.#byId.get(id)!.absent
  }

  /** Whether it counts once its plugin is mounted. */
  sleeps(id: number): boolean {
    return this.#enabled.has(id) && this.#byId.get(id)!.absent
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
      if (menu.absent || !wanted.has(menu.id) || !this.#shown.has(menu.id)) continue
      const parentId = this.#standsBeneath(menu)
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

  /** The nearest above that is there. */
  #standsBeneath({ id }: MenuRecord): number | null {
    let above = this.#above(id)
    while (above?.absent) above = this.#above(above.id)
    return above?.id ?? null
  }

  #parentsFirst(): MenuRecord[] {
    const found = [...(this.#children.get(null) ?? [])]
    for (const menu of found)
      for (const child of this.#children.get(menu.id) ?? []) found.push(child)
    return found
  }

  #judge(): void {
    for (const { id, parentId, type, status, visible } of this.#parentsFirst()) {
      if (status !== 'enabled' || (parentId !== null && !this.#enabled.has(parentId))) continue
      this.#enabled.add(id)
      if (type === 'button' || !visible) continue
      if (parentId === null || this.#shown.has(parentId)) this.#shown.add(id)
    }
  }
}

function nodeOf({ status: _status, absent: _absent, type, ...menu }: MenuRecord): MenuNode {
  return { ...menu, type: type as MenuNode['type'], status: 'enabled', children: [] }
}

/** @param parentsFirst all nodes, so that the last of them are the deepest */
function withoutEmptyDirectories(roots: MenuNode[], parentsFirst: MenuNode[]): MenuNode[] {
  const filled = (node: MenuNode) => node.type !== 'directory' || node.children.length > 0
  for (const node of parentsFirst.reverse()) node.children = node.children.filter(filled)
  return roots.filter(filled)
}
