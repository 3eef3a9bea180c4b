import type { Connection } from '../../gateway/connection.js'
import type { Presence, Whereabouts } from '../../presence/presence.js'
import type { Contacts } from '../../rosters/contact_rule.js'
import type { ClientFrame } from '../client_frames.js'
import type { FrameHandler } from '../frame_handler.js'

const MOST_WATCHED = 1_000

/**
 * Answers who is online; with `watch`, also tells of every change from now on. Of people one may not write to nobody
 * learns more than of people who do not exist.
 */
export class PresenceHandler implements FrameHandler<'presence'> {
  constructor(
    private readonly presence: Presence,
    private readonly contacts: Contacts
  ) {}

  async handle(connection: Connection, frame: ClientFrame<'presence'>): Promise<null> {
    const userIds = [...new Set(frame.userIds)]
    const visible = await this.contacts.visible(connection.operator.id, userIds)
    if (frame.watch) this.#watch(connection, visible)
    const seen = new Map(
      (await this.presence.of([...visible])).map((whereabouts) => [whereabouts.userId, whereabouts])
    )
    const users = userIds.map((userId) => seen.get(userId) ?? nowhere(userId))
    connection.send({ type: 'presence', id: frame.id, users })
    return null
  }

  #watch(connection: Connection, userIds: Iterable<number>): void {
    const watched = (connection.watched ??= new Set())
    for (const userId of userIds) if (watched.size < MOST_WATCHED) watched.add(userId)
  }
}

const nowhere = (userId: number): Whereabouts => ({ userId, online: false, lastSeen: null })
