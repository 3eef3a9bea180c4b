import { clock } from '#kernel/state/clock'
import { recalledFrame } from '../../delivery/recalled_frame.js'
import type { Connection } from '../../gateway/connection.js'
import { textFrame } from '../../gateway/text_frame.js'
import type { MissedMessages } from '../../queries/missed_messages.js'
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
    const page = await this.turnstile.pass(() =>
      this.missed.page(userId, frame.conversations, frame.since)
    )
    connection.together(() => {
      for (const message of page.messages) connection.write(textFrame(messageFrame(message)))
      for (const message of page.recalled) connection.send(recalledFrame(message))
    })
    return { more: page.more, conversations: page.reached, begins: page.begins, serverTime }
  }
}
