import type { SaveOrder, SaveTrace } from './save_order.js'

const SECOND_MS = 1_000

/**
 * The order of a save and one that a node of the first release kept, of which no time is noted but by when it was kept: what
 * was written later is the newer, unless it has less in it, or nothing that it could be compared by. Of what was written
 * before, having more in it is all that speaks for it.
 *
 * @param inLength by their histories; `null`: they cannot be compared
 */
export function orderOfUntold(
  one: SaveTrace,
  keptBy: number,
  inLength: 'older' | 'newer' | 'same' | null
): SaveOrder {
  const isComparable = inLength === 'newer' || inLength === 'same'
  if (isWrittenSince(one, keptBy)) return isComparable ? 'newer' : 'unknown'
  return inLength === 'newer' ? 'unknown' : 'doubtful'
}

/** To the second, as the document server tells its times; and the clocks' difference is known to the second as well. */
function isWrittenSince(one: SaveTrace, keptBy: number): boolean {
  const written = one.assembledAt ?? one.changedAt ?? one.changedBy
  if (written === null) return false
  const ahead = Math.floor((one.aheadMs ?? 0) / SECOND_MS) * SECOND_MS
  return Math.floor((written + ahead) / SECOND_MS) >= Math.floor(keptBy / SECOND_MS)
}
