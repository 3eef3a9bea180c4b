import type DocumentKey from '../models/document_key.js'
import type { SaveOrder } from '../versions/save_order.js'

/**
 * Whether a forced save came after the last one of its session, which is seen to carry as much: then nothing is lost
 * without it. Where nothing tells which is older, it may be the only one with somebody's work.
 *
 * @param orders of the save against what is kept of its session
 */
export function isOvertaken(
  { final }: { final: boolean },
  { state }: Pick<DocumentKey, 'state'>,
  orders: readonly SaveOrder[]
): boolean {
  return !final && state === 'final' && isOutdone(orders)
}

/** Whether its session has saved as much already, or more. */
export function isOutdone(orders: readonly SaveOrder[]): boolean {
  return orders.some((order) => order === 'older' || order === 'same')
}
