import { FairTurns, inOwnTurn } from '#kernel/workers/main'

/** Changes of groups that run at a time on a node, each with a connection. */
const AT_ONCE = 3
/** All that waits, and what one person has waiting. */
const LONGEST_QUEUE = 1_000
const LONGEST_LINE = 100

const turnsOf = (atOnce: number) =>
  new FairTurns({ atOnce, mostWaiting: LONGEST_QUEUE, mostInLine: LONGEST_LINE })

interface OwnTurns {
  readonly turns: FairTurns
  /** Who is in a turn, or waits for one. */
  concerned: number
}

/**
 * Who waits for the lock of a row would keep a connection meanwhile, and soon all that there are: turns come first. Those of one
 * group come one after another, so that a group that very many change holds up no other, and people take turns, however much
 * one of them has waiting.
 *
 * All throw E_TOO_MANY_REQUESTS, or Overloaded (503), where too many wait for their turn. Who hangs up before leaves the line.
 */
export class GroupTurns {
  readonly #all = turnsOf(AT_ONCE)
  readonly #ofGroups = new Map<number, OwnTurns>()

  /** For a change of one group. */
  async of<T>(groupId: number, work: () => Promise<T>): Promise<T> {
    const own = this.#ofGroups.get(groupId) ?? { turns: turnsOf(1), concerned: 0 }
    this.#ofGroups.set(groupId, own)
    own.concerned += 1
    try {
      return await inOwnTurn(own.turns, () => this.any(work))
    } finally {
      own.concerned -= 1
      if (own.concerned === 0) this.#ofGroups.delete(groupId)
    }
  }

  /** For what changes no group that is there: it makes a conversation. */
  any<T>(work: () => Promise<T>): Promise<T> {
    return inOwnTurn(this.#all, work)
  }
}
