import { randomUUID } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { searchTextOfContent } from '../entries/content_rule.js'
import { Rosters } from '../rosters/rosters.js'
import { MessageWriter } from '../log/message_writer.js'
import { NoticeStreams } from './notice_streams.js'
import { SystemConversations } from './system_conversations.js'

export interface Notice {
  title: string
  body: string
  /** For the front end: what it is about, where to go. */
  data?: Record<string, unknown>
}

interface Draft {
  reference: string
  content: string
  senderId: number | null
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
    private readonly writer: MessageWriter,
    private readonly streams: NoticeStreams
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
          this.#send(userId, conversationId, { reference, content, senderId })
        )
      )
    }
    return userIds.length
  }

  async #send(
    userId: number,
    conversationId: number,
    { reference, content, senderId }: Draft
  ): Promise<void> {
    const entry = await this.writer.write({
      conversationId,
      membersSeq: this.rosters.peek(conversationId)?.membersSeq ?? 0,
      actorId: senderId,
      clientMessageId: `${reference}:${userId}`,
      contentType: 'notice',
      content,
      searchText: searchTextOfContent('notice', content),
      ...{ fileId: null, replyTo: null, mentions: null },
    })
    this.streams.broadcast(userId, entry)
  }
}
