import type { Room } from './room.js'

/** The server's database is one of before, as where a replica took over: what was changed since is gone, unheard. */
export function goBack(room: Room, count: number): void {
  room.changes = room.changes.first(count)
  room.content = room.contentAfter(count)
  room.forced = undefined
}
