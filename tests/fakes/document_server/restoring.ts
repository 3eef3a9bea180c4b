import type { Room } from './room.js'

/**
 * Why a page whose connection broke cannot go on with what it shows; nothing where it can. Who changed the document is known by
 * the connection's id alone.
 *
 * @param seen so many changes it knew
 */
export function strangenessOf(
  room: Room | undefined,
  connectionId: string,
  seen: number
): string | undefined {
  if (!room || room.state === 'absent') return 'no cache'
  if (room.state === 'updating') return 'update version'
  const { last, count } = room.changes
  const isOwn = last?.connectionId === connectionId
  return last && !isOwn && count !== seen ? 'document modified' : undefined
}
