import type RunningNode from './models/running_node.js'

/** A node that was not heard of in so many looks is silent. */
const SILENT_AFTER = 3

interface Known {
  seenAt: number
  /** In so many looks it said nothing new. */
  silent: number
  /** It was heard of since the first look at it. */
  hasBeenHeard: boolean
}

export interface Heard {
  /** Those that go on saying that they are there. */
  there: readonly RunningNode[]
  /** Those that were there, and have just been given up. */
  missed: readonly RunningNode[]
}

/**
 * Which other nodes are there, by what changes from look to look: so no clock is compared with another, and what is left of
 * a process that was killed is none.
 */
export class Neighbours {
  #known = new Map<string, Known>()

  look(rows: readonly RunningNode[]): Heard {
    const before = this.#known
    this.#known = new Map(rows.map((row) => [row.id, heardOf(row, before.get(row.id))]))
    const of = ({ id }: RunningNode) => this.#known.get(id)!
    return {
      there: rows.filter((row) => of(row).hasBeenHeard && of(row).silent < SILENT_AFTER),
      missed: rows.filter((row) => of(row).hasBeenHeard && of(row).silent === SILENT_AFTER),
    }
  }
}

function heardOf({ seenAt }: RunningNode, before: Known | undefined): Known {
  const now = seenAt.toMillis()
  if (!before) return { seenAt: now, silent: 0, hasBeenHeard: false }
  if (before.seenAt === now) return { ...before, silent: before.silent + 1 }
  return { seenAt: now, silent: 0, hasBeenHeard: true }
}
