import { inject } from '@adonisjs/core'
import type { Connection } from '../../sockets/connection.js'
import { Presence, type UserPresence } from '../../presence/presence.js'
import { Contacts } from '../../rosters/contacts.js'
import type { ClientFrame } from '../client_frames.js'

const MOST_WATCHED = 1_000

/**
 * Answers who is online; with `watch`, also tells of every change from now on. Of people one may not write to nobody
 * learns more than of people who do not exist.
 */
@inject()
export class PresenceHandler {
  constructor(
    private readonly presence: Presence,
    private readonly contacts: Contacts
  ) {}

  /** What is beyond the limit of one socket is not watched, and named. */
  async handle(connection: Connection, frame: ClientFrame<'presence'>): Promise<object | null> {
    const userIds = [...new Set(frame.userIds)]
    const visible = await this.contacts.visible(connection.operator.id, userIds)
    const seen = await this.presence.of([...visible])
    const known = new Map(seen.map((one) => [one.userId, one]))
    const users = userIds.map((userId) => known.get(userId) ?? unknown(userId))
    const unwatched = frame.watch ? watch(connection, users) : undefined
    connection.send({ type: 'presence', id: frame.id, users, unwatched })
    return null
  }
}

/** Those that are not watched, where there are too many. */
function watch({ watched }: Connection, users: readonly UserPresence[]): number[] | undefined {
  for (const { userId, online } of users)
    if (watched.has(userId) || watched.size < MOST_WATCHED) watched.set(userId, online)
  const left = users.map(({ userId }) => userId).filter((userId) => !watched.has(userId))
  return left.length > 0 ? left : undefined
}

const unknown = (userId: number): UserPresence => ({ userId, online: false, lastSeen: null })
