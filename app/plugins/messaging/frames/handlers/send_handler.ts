import { E_VALIDATION } from '#kernel/errors/main'
import type { DirectConversations } from '../../actions/direct_conversations.js'
import type { MessageLog } from '../../delivery/message_log.js'
import { E_CONVERSATION_CLOSED, E_NO_WRITING } from '../../errors.js'
import type { SendableFile } from '../../writing/sendable_file.js'
import type { Connection } from '../../gateway/connection.js'
import type { MessageBytes } from '../../rosters/message_bytes.js'
import type { Contacts } from '../../rosters/contact_rule.js'
import { maySee, peerOf, type Roster } from '../../rosters/roster.js'
import type { Rosters } from '../../rosters/rosters.js'
import { keyOf, type MessageStore } from '../../writing/message_store.js'
import type { MessageWriter } from '../../writing/message_writer.js'
import type { ReadMarks } from '../../writing/read_marks.js'
import type { StoredMessage } from '../../writing/stored_message.js'
import type { ClientFrame } from '../client_frames.js'
import { contentJson } from '../content_rule.js'
import { Later, type Ack, type FrameHandler } from '../frame_handler.js'

type SendFrame = ClientFrame<'send'>

export class SendHandler implements FrameHandler<'send'> {
  constructor(
    private readonly conversations: DirectConversations,
    private readonly rosters: Rosters,
    private readonly contacts: Contacts,
    private readonly writer: MessageWriter,
    private readonly store: MessageStore,
    private readonly readMarks: ReadMarks,
    private readonly files: SendableFile,
    private readonly log: MessageLog,
    private readonly bytes: MessageBytes
  ) {}

  async handle(connection: Connection, frame: SendFrame): Promise<Later> {
    const orStored = (error: unknown) => this.#storedBefore(connection.operator.id, frame, error)
    try {
      const { outcome } = await this.#write(connection, frame)
      return new Later(outcome.catch(orStored))
    } catch (error) {
      return new Later(Promise.resolve(await orStored(error)))
    }
  }

  /** A repeat of what is stored is answered with where that went, whatever has changed since; @throws the error where it is none */
  async #storedBefore(senderId: number, { clientMessageId }: SendFrame, error: unknown) {
    const key = { senderId, clientMessageId }
    const stored = await this.store.find([key])
    const message = stored.get(keyOf(key))
    if (!message) throw error
    return this.#sent(message)
  }

  async #write(connection: Connection, frame: SendFrame): Promise<Later> {
    const userId = connection.operator.id
    const given = await contentJson(frame.contentType, frame.content)
    const fileId = fileIdOf(frame)
    const content = fileId === null ? given : await this.files.described(frame.contentType, given)
    const roster = await this.#rosterFor(userId, frame)
    if (frame.replyTo !== undefined) await this.#assertThere(roster, userId, frame.replyTo)
    const draft = { ...draftOf(frame, userId, roster), content, fileId }
    await this.bytes.spend(userId, content, frame.mentions?.length ?? 0)
    return new Later(this.writer.write(draft, connection).then((message) => this.#sent(message)))
  }

  async #rosterFor(userId: number, { conversationId, to }: SendFrame): Promise<Roster> {
    if ((conversationId === undefined) === (to === undefined))
      throw new E_VALIDATION('Say either conversationId or to')
    if (to !== undefined) await this.contacts.assert(userId, to)

    const id = conversationId ?? (await this.conversations.between(userId, to!))
    const roster = await this.rosters.forMember(id, userId)
    if (roster.type === 'system') throw new E_NO_WRITING()
    if (roster.closed) throw new E_CONVERSATION_CLOSED()
    const peer = to === undefined ? peerOf(roster, userId) : undefined
    if (peer !== undefined) await this.contacts.assert(userId, peer)
    return roster
  }

  async #assertThere(roster: Roster, userId: number, seq: number) {
    const { conversationId } = roster
    const isSeen = maySee(roster, userId, seq)
    const there = await this.log.span({ conversationId, after: seq - 1, upTo: seq })
    if (!isSeen || there.length === 0)
      throw new E_VALIDATION('replyTo is the seq of no message of this conversation')
  }

  #sent(message: StoredMessage): Ack {
    const { conversationId, seq, senderId } = message
    this.readMarks.sent({ conversationId, userId: senderId!, seq })
    return ackOf(message)
  }
}

function ackOf({ id, conversationId, seq, clientMessageId, createdAt }: StoredMessage): Ack {
  return { clientMessageId, messageId: id, conversationId, seq, createdAt }
}

function fileIdOf({ contentType, content }: SendFrame): number | null {
  if (contentType !== 'file' && contentType !== 'image') return null
  return (content as { fileId: number }).fileId
}

function draftOf(frame: SendFrame, userId: number, roster: Roster) {
  const mentions = [...new Set(frame.mentions ?? [])]
  if (mentions.some((mentioned) => !roster.members.has(mentioned)))
    throw new E_VALIDATION('Mention members of the conversation only')

  return {
    conversationId: roster.conversationId,
    memberVersion: roster.version,
    senderId: userId,
    clientMessageId: frame.clientMessageId,
    contentType: frame.contentType,
    replyTo: frame.replyTo ?? null,
    mentions: mentions.length > 0 ? JSON.stringify(mentions) : null,
  }
}
