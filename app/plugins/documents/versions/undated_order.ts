import type { SaveOrder, SaveTrace } from './save_order.js'

type Times = Pick<SaveTrace, 'changedAt' | 'changedBy'>

const SECOND_MS = 1_000

/**
 * The order of two saves of which nothing tells when they were written. A save that holds a change made after all that
 * another one may hold is the newer. And whoever writes after a save has a later change in it, unless there is less in
 * theirs, for they took something back. Otherwise the one with more in it may be the newer, or older than an undo.
 * Where that cannot be compared, one that seems to be changed no later may be a late retry, or an undo.
 *
 * @param inAmount by what is in them; `null`: it cannot be compared
 */
export function orderOfUndated(
  one: SaveTrace,
  other: SaveTrace,
  inAmount: SaveOrder | null
): SaveOrder {
  if (inAmount === 'older') return orderOfLess(one, other) ?? 'doubtful'
  if (inAmount === 'newer') {
    const inTime = orderOfLess(other, one)
    if (inTime === 'older') return 'newer'
    return inTime === 'newer' ? 'doubtful' : 'unknown'
  }
  if (inAmount === 'same') return orderOfChanges(one, other) ?? 'same'
  return orderOfUncompared(one, other, inAmount)
}

function orderOfUncompared(
  one: Times,
  other: Times,
  inAmount: 'unknown' | 'doubtful' | null
): SaveOrder {
  if (isBefore(one.changedBy, other.changedAt)) return 'older'
  if (seemsEarlier(one, other)) return 'doubtful'
  return inAmount !== null && isBefore(other.changedBy, one.changedAt) ? 'newer' : 'unknown'
}

/** Its last change is the earlier one; or that is not told, and its session was not changed after the other one's. */
function seemsEarlier(one: Times, other: Times): boolean {
  if (one.changedAt !== null) return isBefore(one.changedAt, other.changedAt)
  if (one.changedBy === null || other.changedAt === null) return false
  return !isBefore(other.changedAt, one.changedBy)
}

function orderOfLess(less: Times, more: Times): SaveOrder | null {
  if (isBefore(more.changedAt, less.changedAt)) return 'newer'
  return isBefore(less.changedBy, more.changedAt) ? 'older' : null
}

function orderOfChanges(one: Times, other: Times): SaveOrder | null {
  if (isBefore(one.changedAt, other.changedAt)) return 'older'
  return isBefore(other.changedAt, one.changedAt) ? 'newer' : null
}

/** To the second, as they are told. */
export function isBefore(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return false
  return Math.floor(one / SECOND_MS) < Math.floor(other / SECOND_MS)
}
