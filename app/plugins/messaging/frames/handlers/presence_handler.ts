import type { Connection } from '../../gateway/connection.js'
import type { Presence } from '../../presence/presence.js'
import type { ClientFrame } from '../client_frames.js'
import type { FrameHandler } from '../frame_handler.js'

const MOST_WATCHED = 1_000

/** Answers who is online; with `watch`, also tells of every change from now on. */
export class PresenceHandler implements FrameHandler<'presence'> {
  constructor(private readonly presence: Presence) {}

  async handle(connection: Connection, frame: ClientFrame<'presence'>): Promise<null> {
    const userIds = [...new Set(frame.userIds)]
    if (frame.watch) this.#watch(connection, userIds)
    connection.send({ type: 'presence', id: frame.id, users: await this.presence.of(userIds) })
    return null
  }

  #watch(connection: Connection, userIds: number[]): void {
    const watched = (connection.watched ??= new Set())
    for (const userId of userIds) if (watched.size < MOST_WATCHED) watched.add(userId)
  }
}
