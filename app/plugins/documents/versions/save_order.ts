import { isSameChange } from './same_change.js'
import { orderOfUndated } from './undated_order.js'

/** What tells the saves of one session apart in time. */
export interface SaveTrace {
  history: { changes?: unknown } | null
  /** Bytes of the changes' archive, unpacked. */
  changesSize: number | null
  /** Milliseconds, by the document server's clock. */
  assembledAt: number | null
  /** When the last change that it holds was made; milliseconds, by the same clock. */
  changedAt: number | null
  /** No later than this. */
  changedBy: number | null
}

/**
 * `same`: nothing tells them apart. `unknown`: nothing is known that could. `doubtful`: what is known speaks against its
 * being the newer, and proves nothing.
 */
export type SaveOrder = 'older' | 'newer' | 'same' | 'unknown' | 'doubtful'

/** Times are told to the second, so only what differs by more than that is an order. */
const CLEARLY_MS = 2_000

/**
 * Whether one save carries less of its session than another. The histories decide, for the older one's is the
 * beginning of the newer one's; but whoever takes something back makes the history shorter, so where the times of
 * assembling contradict it, nothing decides. Somebody who goes on alone changes only the archive behind it, which
 * grows; unless what is written later takes something back: then the times decide, but for an earlier one with more in
 * it, as after a clock was set back. Without a common history a later time proves nothing: it may have begun anew.
 * Where a time of assembling is not told, the times of the changes decide.
 */
export function orderOf(one: SaveTrace, other: SaveTrace): SaveOrder {
  const inLength = orderInLength(one, other)
  if (one.assembledAt === null || other.assembledAt === null) {
    return orderOfUndated(one, other, inLength === 'same' ? orderInSize(one, other) : inLength)
  }
  const inTime = orderInTime(one.assembledAt, other.assembledAt)
  if (inLength === null) return inTime === 'older' ? 'older' : 'unknown'
  if (inLength !== 'same') return inTime === null || inTime === inLength ? inLength : 'unknown'
  const inSize = orderInSize(one, other)
  return inTime === 'older' && inSize === 'newer' ? 'unknown' : (inTime ?? inSize)
}

/** Whether a save is not to replace what is kept of its session. */
export function isBehind(orders: readonly SaveOrder[]): boolean {
  return orders.some((order) => order === 'older' || order === 'doubtful')
}

/** By more than times may be off. */
export function isWrittenBefore(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && orderInTime(one, other) === 'older'
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

/** Where two saves of a session part: what one lacks of the other, and what it holds in its stead. */
export interface Parting {
  lacked: readonly unknown[]
  instead: readonly unknown[]
  /** They have no beginning in common. */
  isAnew: boolean
}

/** What has no history lacks nothing that could be told. */
export function partingOf(
  save: Pick<SaveTrace, 'history'>,
  other: Pick<SaveTrace, 'history'>
): Parting {
  const [mine, theirs] = [changesOf(save), changesOf(other)]
  if (mine.length === 0) return { lacked: [], instead: [], isAnew: false }
  const parted = theirs.findIndex((change, place) => !isSameChange(change, mine[place]))
  if (parted === -1) return { lacked: [], instead: mine.slice(theirs.length), isAnew: false }
  return { lacked: theirs.slice(parted), instead: mine.slice(parted), isAnew: parted === 0 }
}

function isBeginning(mine: readonly unknown[], theirs: readonly unknown[]): boolean {
  const length = Math.min(mine.length, theirs.length)
  return mine.slice(0, length).every((change, place) => isSameChange(change, theirs[place]))
}

/** `null`: one does not begin as the other does. */
function orderInLength(one: SaveTrace, other: SaveTrace): 'older' | 'newer' | 'same' | null {
  const [mine, theirs] = [changesOf(one), changesOf(other)]
  if (mine.length === 0 || theirs.length === 0 || !isBeginning(mine, theirs)) return null
  if (mine.length === theirs.length) return 'same'
  return mine.length < theirs.length ? 'older' : 'newer'
}

function orderInTime(one: number, other: number): SaveOrder | null {
  const later = one - other
  if (Math.abs(later) < CLEARLY_MS) return null
  return later < 0 ? 'older' : 'newer'
}

function orderInSize(one: SaveTrace, other: SaveTrace): SaveOrder {
  if (one.changesSize === null || other.changesSize === null) return 'unknown'
  if (one.changesSize === other.changesSize) return 'same'
  return one.changesSize < other.changesSize ? 'older' : 'newer'
}
