import { inject } from '@adonisjs/core'
import { KeyedSemaphore } from '#kernel/workers/main'
import type { Connection } from '../../sockets/connection.js'
import { textFrame } from '../../sockets/text_frame.js'
import { entryJson } from '../../entries/entry.js'
import { MissedEntries, type MissedPart } from '../../queries/missed_entries.js'
import type { ClientFrame } from '../client_frames.js'

/** Reads of the database that all sockets, and one user, may run at the same time. */
const readers = new KeyedSemaphore({ limit: 4, limitPerKey: 2 })

/** Sends what a client missed, then says how far it has come. */
@inject()
export class SyncHandler {
  constructor(private readonly missed: MissedEntries) {}

  /** Without conversations: where each of them stands. `null` once the socket is closed. */
  async handle(connection: Connection, frame: ClientFrame<'sync'>): Promise<object | null> {
    const userId = connection.operator.id
    const { conversations, most } = frame
    const answer = await readers.runForCaller(async () => {
      if (!connection.open) return null
      if (!conversations) return { positions: await this.missed.positions(userId) }
      return this.missed.page(userId, conversations, most)
    })
    if (answer === null || 'positions' in answer) return answer

    const { parts, gone, reset } = answer
    await this.#send(connection, parts)
    const reached = parts.map(({ conversationId: id, seq }) => ({ id, seq }))
    return { conversations: reached, gone, reset }
  }

  async #send(connection: Connection, parts: readonly MissedPart[]): Promise<void> {
    await connection.drained()
    for (const part of parts) if (part.seq > part.after) connection.write(entriesFrame(part))
  }
}

function entriesFrame({ conversationId, after, seq, entries }: MissedPart): Buffer {
  const json = entries.map(entryJson).join(',')
  return textFrame(
    `{"type":"entries","conversationId":${conversationId},"after":${after},"seq":${seq},"entries":[${json}]}`
  )
}
