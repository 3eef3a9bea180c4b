import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/** What people send. */
export const CONTENT_TYPES = ['text', 'image', 'file', 'custom'] as const
export type ContentType = (typeof CONTENT_TYPES)[number] | 'notice'

/** Entries that stand by themselves. */
export const LINE_KINDS = ['message', 'joined', 'left', 'changed', 'role', 'erased'] as const
/** Entries that change a message. */
export const CHANGE_KINDS = ['edit', 'recall', 'reaction', 'pin'] as const
export const ENTRY_KINDS = [...LINE_KINDS, ...CHANGE_KINDS] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** One entry of a conversation's log. */
export default class ConversationEntry extends compose(BaseModel, unscoped('membership decides')) {
  static table = 'conversation_entries'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare conversationId: number

  @column()
  declare seq: number

  @column()
  declare kind: EntryKind

  /** `null` for what the service itself does. */
  @column()
  declare actorId: number | null

  /** The message that a change is about. */
  @column()
  declare targetSeq: number | null

  @column()
  declare clientMessageId: string | null

  @column()
  declare contentType: ContentType | null

  /** JSON; `null` for changes, and for messages that were recalled. */
  @column()
  declare content: string | null

  /** What a keyword search compares. */
  @column({ serializeAs: null })
  declare searchText: string | null

  @column()
  declare fileId: number | null

  /** `seq` of the message that this one answers. */
  @column()
  declare replyTo: number | null

  /** JSON list of user ids. */
  @column()
  declare mentions: string | null

  /** JSON: reaction → how many. */
  @column()
  declare reactions: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant()
  declare editedAt: DateTime | null

  @instant()
  declare recalledAt: DateTime | null

  @column()
  declare recalledBy: number | null

  @instant()
  declare pinnedAt: DateTime | null
}
