import { isDeepStrictEqual } from 'node:util'

/** What tells the saves of one session apart in time. */
export interface SaveTrace {
  history: { changes?: unknown } | null
  /** Bytes of the changes' archive, unpacked. */
  changesSize: number | null
  /** Milliseconds, by the document server's clock. */
  assembledAt: number | null
}

/** `same`: nothing tells them apart. `unknown`: nothing is known that could. */
export type SaveOrder = 'older' | 'newer' | 'same' | 'unknown'

/** Times are told to the second, so only what differs by more than that is an order. */
const CLEARLY_MS = 2_000

/**
 * Whether one save carries less of its session than another. The histories decide, for the older one's is the
 * beginning of the newer one's; but whoever takes something back makes the history shorter, so where the times of
 * assembling contradict it, nothing decides. Somebody who goes on alone changes only the archive behind it, which
 * grows; unless what is written later takes something back: then the times decide, but for an earlier one with more in
 * it, as after a clock was set back. Without a common history a later time proves nothing: it may have begun anew.
 */
export function orderOf(one: SaveTrace, other: SaveTrace): SaveOrder {
  const [mine, theirs] = [changesOf(one), changesOf(other)]
  const inTime = orderInTime(one, other)
  if (mine.length === 0 || theirs.length === 0 || !isBeginning(mine, theirs)) {
    return inTime === 'older' ? 'older' : 'unknown'
  }
  if (mine.length !== theirs.length) {
    const inLength = mine.length < theirs.length ? 'older' : 'newer'
    return inTime === null || inTime === inLength ? inLength : 'unknown'
  }
  const inSize = orderInSize(one, other)
  return inTime === 'older' && inSize === 'newer' ? 'unknown' : (inTime ?? inSize)
}

/** Whose changes a save carries, in the order in which they came. */
export function changesOf({ history }: Pick<SaveTrace, 'history'>): readonly unknown[] {
  return Array.isArray(history?.changes) ? history.changes : []
}

/** How many changes of a save are another one's, where that is all of them; else `null`. */
export function begunWith(
  save: Pick<SaveTrace, 'history'>,
  other: Pick<SaveTrace, 'history'>
): number | null {
  const [mine, theirs] = [changesOf(save), changesOf(other)]
  const isShorter = theirs.length > 0 && theirs.length <= mine.length
  return isShorter && isBeginning(mine, theirs) ? theirs.length : null
}

function isBeginning(mine: readonly unknown[], theirs: readonly unknown[]): boolean {
  const length = Math.min(mine.length, theirs.length)
  return isDeepStrictEqual(mine.slice(0, length), theirs.slice(0, length))
}

function orderInTime(one: SaveTrace, other: SaveTrace): SaveOrder | null {
  if (one.assembledAt === null || other.assembledAt === null) return null
  const later = one.assembledAt - other.assembledAt
  if (Math.abs(later) < CLEARLY_MS) return null
  return later < 0 ? 'older' : 'newer'
}

function orderInSize(one: SaveTrace, other: SaveTrace): SaveOrder {
  if (one.changesSize === null || other.changesSize === null) return 'unknown'
  if (one.changesSize === other.changesSize) return 'same'
  return one.changesSize < other.changesSize ? 'older' : 'newer'
}
