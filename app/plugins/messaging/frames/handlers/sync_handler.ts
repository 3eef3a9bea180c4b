import { parseMillis } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { recalledFrame } from '../../delivery/recalled_frame.js'
import type { Connection } from '../../gateway/connection.js'
import { textFrame } from '../../gateway/text_frame.js'
import type { MissedMessages } from '../../queries/missed_messages.js'
import type { Standing } from '../../queries/renumbered.js'
import type { Turnstile } from '../../turnstile.js'
import { messageFrame } from '../../writing/stored_message.js'
import type { ClientFrame } from '../client_frames.js'
import type { Ack, FrameHandler } from '../frame_handler.js'

/** Brings a page of what a client missed, then says how far it got and whether there is more. */
export class SyncHandler implements FrameHandler<'sync'> {
  constructor(
    private readonly missed: MissedMessages,
    private readonly turnstile: Turnstile
  ) {}

  async handle(connection: Connection, frame: ClientFrame<'sync'>): Promise<Ack> {
    const serverTime = clock.date().toISOString()
    const userId = connection.operator.id
    const known = frame.conversations.map(standingOf)
    const since = millisOf(frame.since || undefined, 'since')
    const page = await this.turnstile.pass(() => this.missed.page(userId, known, since))
    connection.together(() => {
      for (const message of page.messages) connection.write(textFrame(messageFrame(message)))
      for (const message of page.recalled) connection.send(recalledFrame(message))
    })
    const { more, reached: conversations, begins, anew } = page
    return { more, conversations, begins, anew, serverTime }
  }
}

type NamedPosition = ClientFrame<'sync'>['conversations'][number]

/** A time that is none is refused whatever there is to compare it with: to take it for absent would lose what it is for. */
function standingOf({ id, seq, createdAt }: NamedPosition, index: number): Standing {
  return { id, seq, madeAt: millisOf(createdAt, `conversations.${index}.createdAt`) }
}

function millisOf(text: string | undefined, field: string): number | undefined {
  return text === undefined ? undefined : parseMillis(text, field)
}
