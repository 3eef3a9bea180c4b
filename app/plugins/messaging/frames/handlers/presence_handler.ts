import type { FrameWriter, Writing } from '../../delivery/frame_writer.js'
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
    private readonly contacts: Contacts,
    private readonly writer: FrameWriter
  ) {}

  async handle(connection: Connection, frame: ClientFrame<'presence'>): Promise<null> {
    const userIds = [...new Set(frame.userIds)]
    if (frame.watch) this.#watch(connection, userIds)
    connection.toldMeanwhile = new Map()
    try {
      const seen = await this.#seen(connection, userIds)
      await this.writer.write(answering(connection, frame.id, { userIds, seen }))
      return null
    } finally {
      connection.toldMeanwhile = null
    }
  }

  async #seen({ operator }: Connection, userIds: number[]): Promise<Map<number, Whereabouts>> {
    const visible = await this.contacts.visible(operator.id, userIds)
    const seen = await this.presence.of([...visible])
    return new Map(seen.map((whereabouts) => [whereabouts.userId, whereabouts]))
  }

  /** Also whoever is no contact yet: who is one is looked at when there is something to tell. */
  #watch(connection: Connection, userIds: Iterable<number>): void {
    const watched = (connection.watched ??= new Set())
    for (const userId of userIds) if (watched.size < MOST_WATCHED) watched.add(userId)
  }
}

interface Answer {
  readonly userIds: readonly number[]
  readonly seen: ReadonlyMap<number, Whereabouts>
}

/** Behind the changes that are being told: what comes later is not followed by what was before. */
function* answering(connection: Connection, id: unknown, { userIds, seen }: Answer): Writing {
  const newer = connection.toldMeanwhile
  const users = userIds.map((userId) => newer?.get(userId) ?? seen.get(userId) ?? nowhere(userId))
  yield connection.send({ type: 'presence', id, users })
}

const nowhere = (userId: number): Whereabouts => ({ userId, online: false, lastSeen: null })
