import type DocumentKey from '../models/document_key.js'
import type { SaveOrder } from '../versions/save_order.js'

/**
 * Whether a forced save came after the last one of its session, and is carried by what is kept of it: then nothing is
 * lost without it. That something was written later proves nothing: where the document server lost its session, that
 * began anew, and the forced save may be the only one with somebody's work.
 */
export function isOvertaken(
  { final }: { final: boolean },
  { state }: Pick<DocumentKey, 'state'>,
  { isCarried }: { isCarried: boolean }
): boolean {
  return !final && state === 'final' && isCarried
}

/** Whether its session has saved later already, or as much. */
export function isOutdone(orders: readonly SaveOrder[]): boolean {
  return orders.some(isOutdoneBy)
}

export function isOutdoneBy(order: SaveOrder): boolean {
  return order === 'older' || order === 'same'
}
