import { randomUUID } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Rosters } from '../rosters/rosters.js'
import { MessageWriter } from '../writing/message_writer.js'
import { SystemConversations } from './system_conversations.js'

export interface Notice {
  title: string
  body: string
  /** For the front end: what it is about, where to go. */
  data?: Record<string, unknown>
}

const AT_ONCE = 200

/**
 * Tells people something in the name of the service, or of an operator. Kept like any message, so that who is away
 * finds it later.
 */
@inject()
export class Notifier {
  constructor(
    private readonly conversations: SystemConversations,
    private readonly rosters: Rosters,
    private readonly writer: MessageWriter
  ) {}

  /** Resolves once it is stored for everybody, to how many they are. */
  async send(
    userIds: readonly number[],
    notice: Notice,
    senderId: number | null = null
  ): Promise<number> {
    const reference = `notice:${randomUUID()}`
    const content = JSON.stringify(notice)
    for (let from = 0; from < userIds.length; from += AT_ONCE) {
      const some = userIds.slice(from, from + AT_ONCE)
      const homes = await this.conversations.of(some)
      await Promise.all(
        [...homes].map(([userId, conversationId]) =>
          this.#write(conversationId, `${reference}:${userId}`, content, senderId)
        )
      )
    }
    return userIds.length
  }

  async #write(
    conversationId: number,
    clientMessageId: string,
    content: string,
    senderId: number | null
  ): Promise<void> {
    const roster = this.rosters.peek(conversationId)
    await this.writer.write(
      {
        conversationId,
        memberVersion: roster?.version ?? 1,
        senderId,
        clientMessageId,
        contentType: 'notice',
        content,
        replyTo: null,
        mentions: null,
        fileId: null,
      },
      null
    )
  }
}
