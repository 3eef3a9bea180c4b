import type { Reach } from '#kernel/acting/main'

export interface DepartmentNode {
  readonly id: number
  readonly parentId: number | null
}

const NONE: readonly number[] = Object.freeze([])

/** Who stands above whom. Unchanging: a change makes another tree. Nothing here recurses, however deep it is. */
export class DepartmentTree {
  readonly #parents: ReadonlyMap<number, number | null>
  readonly #children = new Map<number, number[]>()
  readonly #below = new Map<number, readonly number[]>()
  readonly #reaches = new Map<string, Reach>()

  constructor(nodes: readonly DepartmentNode[]) {
    this.#parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]))
    for (const { id, parentId } of nodes) {
      if (parentId === null) continue
      const siblings = this.#children.get(parentId)
      if (siblings) siblings.push(id)
      else this.#children.set(parentId, [id])
    }
  }

  get size(): number {
    return this.#parents.size
  }

  has(id: number): boolean {
    return this.#parents.has(id)
  }

  /** The department and all beneath it; empty where there is no such department. */
  below(id: number): readonly number[] {
    if (!this.has(id)) return NONE
    const known = this.#below.get(id)
    if (known) return known

    const found = new Set([id])
    for (const next of found) for (const child of this.#children.get(next) ?? NONE) found.add(child)
    const sorted = Object.freeze([...found].sort((a, b) => a - b))
    this.#below.set(id, sorted)
    return sorted
  }

  /** The departments above, the nearest first; without the department itself. */
  above(id: number): number[] {
    const found: number[] = []
    let next = this.#parents.get(id) ?? null
    while (next !== null && !found.includes(next)) {
      found.push(next)
      next = this.#parents.get(next) ?? null
    }
    return found
  }

  /** How many levels the department and what is beneath it take up. */
  height(id: number): number {
    const depth = new Map([[id, 1]])
    let highest = 1
    for (const next of depth.keys()) {
      const level = depth.get(next)!
      highest = Math.max(highest, level)
      for (const child of this.#children.get(next) ?? NONE) depth.set(child, level + 1)
    }
    return highest
  }

  /** The rows of one department, or with those beneath it; the same object every time. */
  reachOf(id: number, withBelow: boolean): Reach {
    const key = `${id} ${withBelow}`
    const known = this.#reaches.get(key)
    if (known) return known

    const departments = withBelow ? this.below(id) : Object.freeze([id])
    const reach: Reach = Object.freeze({ kind: 'rows', owner: null, departments })
    this.#reaches.set(key, reach)
    return reach
  }
}
