import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/errors/main'
import type { Said } from '#kernel/languages/main'
import { refusals } from '../errors.js'
import type { ClientFrame } from '../frames/client_frames.js'
import { contentJson, searchTextOfContent } from '../entries/content_rule.js'
import type { Entry } from '../entries/entry.js'
import { EntryLog } from '../entries/entry_log.js'
import type { MessageDraft } from '../log/insert_messages.js'
import { keyOf, MessageStore } from '../log/message_store.js'
import { MessageWriter } from '../log/message_writer.js'
import { ReadMarks } from '../log/read_marks.js'
import { SendableFile } from '../log/sendable_file.js'
import { Contacts } from '../rosters/contacts.js'
import type { Roster } from '../rosters/roster.js'
import { WritingRule } from './change_message.js'
import { DirectConversations } from './direct_conversations.js'

type SendFrame = ClientFrame<'send'>

/** A message of a person, checked and handed to the writer. */
@inject()
export class SendMessage {
  constructor(
    private readonly conversations: DirectConversations,
    private readonly rule: WritingRule,
    private readonly contacts: Contacts,
    private readonly writer: MessageWriter,
    private readonly store: MessageStore,
    private readonly readMarks: ReadMarks,
    private readonly files: SendableFile,
    private readonly log: EntryLog
  ) {}

  /**
   * Resolves once the message is in order, to a promise that resolves after the commit. What was stored before is
   * answered as then, whatever has changed since.
   */
  async handle(userId: number, frame: SendFrame): Promise<{ stored: Promise<Entry> }> {
    const orStored = (error: unknown) => this.#storedBefore(userId, frame, error)
    try {
      const draft = await this.#draft(userId, frame)
      return { stored: this.#write(draft, frame).catch(orStored) }
    } catch (error) {
      return { stored: Promise.resolve(await orStored(error)) }
    }
  }

  async #write(draft: MessageDraft, frame: SendFrame): Promise<Entry> {
    const entry = asSent(await this.writer.write(draft), frame)
    const { conversationId, seq } = entry
    this.readMarks.sent({ conversationId, userId: entry.actorId!, seq })
    return entry
  }

  async #draft(userId: number, frame: SendFrame): Promise<MessageDraft> {
    const { contentType, clientMessageId, replyTo } = frame
    const given = await contentJson(contentType, frame.content)
    const roster = await this.#rosterFor(userId, frame)
    const fileId = fileIdOf(frame)
    const content = fileId === null ? given : await this.files.described(contentType, given)
    if (replyTo !== undefined) await this.#assertThere(roster, userId, replyTo)
    const { conversationId, membersSeq } = roster
    const searchText = searchTextOfContent(contentType, content)
    const mentions = mentionsIn(frame, roster)
    return {
      ...{ conversationId, membersSeq, actorId: userId, clientMessageId, contentType, content },
      ...{ searchText, fileId, replyTo: replyTo ?? null, mentions },
    }
  }

  async #rosterFor(userId: number, { conversationId, to }: SendFrame): Promise<Roster> {
    if ((conversationId === undefined) === (to === undefined))
      throw invalid('conversationId', 'Say either conversationId or to')
    if (to === undefined) return this.rule.assert(conversationId!, userId)
    await this.contacts.assert(userId, to)
    return this.rule.assert(await this.conversations.between(userId, to), userId)
  }

  async #assertThere({ conversationId, members }: Roster, userId: number, seq: number) {
    const isSeen = seq >= (members.get(userId) ?? Infinity)
    if (!isSeen || !(await this.log.message(conversationId, seq)))
      throw invalid('replyTo', 'replyTo is the seq of no message of this conversation')
  }

  /** @throws the error where it is no repeat */
  async #storedBefore(userId: number, frame: SendFrame, error: unknown): Promise<Entry> {
    const key = { actorId: userId, clientMessageId: frame.clientMessageId }
    const stored = (await this.store.find([key])).get(keyOf(key))
    if (!stored) throw error
    return asSent(stored, frame)
  }
}

/** @throws E_CLIENT_MESSAGE_ID where the client's id stands for something else */
function asSent(entry: Entry, { conversationId = entry.conversationId }: SendFrame): Entry {
  if (entry.kind === 'message' && entry.conversationId === conversationId) return entry
  throw new refusals.E_CLIENT_MESSAGE_ID()
}

function fileIdOf({ contentType, content }: SendFrame): number | null {
  if (contentType !== 'file' && contentType !== 'image') return null
  return (content as { fileId: number }).fileId
}

/** As JSON. @throws E_VALIDATION */
function mentionsIn(frame: SendFrame, { members }: Roster): string | null {
  const mentions = [...new Set(frame.mentions ?? [])]
  if (mentions.some((mentioned) => !members.has(mentioned)))
    throw invalid('mentions', 'Mention members of the conversation only')
  return mentions.length > 0 ? JSON.stringify(mentions) : null
}

function invalid(field: string, message: Said) {
  return new E_VALIDATION(message, { errors: [{ field, rule: 'reference', message }] })
}
