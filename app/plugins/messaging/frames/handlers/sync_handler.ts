import { parseMillis } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import type { KeyedSemaphore } from '#kernel/workers/main'
import { recalledFrame } from '../../delivery/recalled_frame.js'
import type { Connection } from '../../gateway/connection.js'
import { textFrame } from '../../gateway/text_frame.js'
import type { MissedMessages, MissedPage } from '../../queries/missed_messages.js'
import { heardOf, type MissedRecalls } from '../../queries/missed_recalls.js'
import type { Standing } from '../../queries/renumbered.js'
import { toText, type RecallPosition } from '../../recalls/recall_position.js'
import type { RecentRecalls } from '../../recalls/recent_recalls.js'
import { messageFrame, type StoredMessage } from '../../writing/stored_message.js'
import type { ClientFrame } from '../client_frames.js'
import type { Ack, FrameHandler } from '../frame_handler.js'

interface Asked {
  readonly known: readonly Standing[]
  readonly since: number | undefined
  readonly recalls: string | undefined
}

/** Nobody is there any more for whom to read. */
class Gone extends Error {}

/** Brings a page of what a client missed, then says how far it got and whether there is more. */
export class SyncHandler implements FrameHandler<'sync'> {
  constructor(
    private readonly missed: MissedMessages,
    private readonly recalls: MissedRecalls,
    private readonly recent: RecentRecalls,
    private readonly readers: KeyedSemaphore
  ) {}

  async handle(connection: Connection, frame: ClientFrame<'sync'>): Promise<Ack | null> {
    try {
      return await this.#sync(connection, askedBy(frame))
    } catch (error) {
      if (error instanceof Gone) return null
      throw error
    }
  }

  async #sync(connection: Connection, asked: Asked): Promise<Ack> {
    const serverTime = clock.date().toISOString()
    const { known, since } = asked
    const last = await this.#read(connection, () => this.recalls.last())
    const userId = connection.operator.id
    const page = await this.#read(connection, () => this.missed.page(userId, known, since))
    await this.#bring(connection, page.messages)
    await this.#bringRecalls(connection, asked, page, last)
    const { more, reached: conversations, begins, anew } = page
    return { more, conversations, begins, anew, recalls: toText(last), serverTime }
  }

  /** Nothing is read for a socket that closed while it waited. */
  #read<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
    return this.readers.runForCaller(() => {
      if (!connection.open) throw new Gone()
      return work()
    })
  }

  /** What was recalled since it was read has been told of already. */
  async #bring(connection: Connection, messages: readonly StoredMessage[]): Promise<void> {
    await connection.drained()
    connection.together(() => {
      for (const message of messages)
        connection.write(textFrame(messageFrame(this.recent.applied(message))))
    })
  }

  async #bringRecalls(
    connection: Connection,
    { known, since, recalls }: Asked,
    { anew }: MissedPage,
    last: RecallPosition
  ): Promise<void> {
    const userId = connection.operator.id
    const heard = { known: heardOf(known, anew), since, recalls }
    let after = await this.#read(connection, () => this.recalls.heardUpTo(heard, last))
    while (after !== null && connection.open) {
      const span = { after, upTo: last.position }
      const { recalled, next } = await this.#read(connection, () =>
        this.recalls.page(userId, span, heard)
      )
      await connection.drained()
      connection.together(() => {
        for (const one of recalled) connection.send(recalledFrame(one))
      })
      after = next
    }
  }
}

type NamedPosition = ClientFrame<'sync'>['conversations'][number]

function askedBy({ conversations, since, recalls }: ClientFrame<'sync'>): Asked {
  return {
    known: conversations.map(standingOf),
    since: millisOf(since || undefined, 'since'),
    recalls,
  }
}

/** A time that is none is refused whatever there is to compare it with: to take it for absent would lose what it is for. */
function standingOf({ id, seq, createdAt }: NamedPosition, index: number): Standing {
  return { id, seq, madeAt: millisOf(createdAt, `conversations.${index}.createdAt`) }
}

function millisOf(text: string | undefined, field: string): number | undefined {
  return text === undefined ? undefined : parseMillis(text, field)
}
