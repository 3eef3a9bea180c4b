import type { ContentType } from '../models/message.js'

/** A message on its way into the database. */
export interface MessageDraft {
  readonly conversationId: number
  /** Version of the members as of which the sender was one. */
  memberVersion: number
  readonly senderId: number | null
  readonly clientMessageId: string
  readonly contentType: ContentType
  /** JSON. */
  readonly content: string
  readonly replyTo: number | null
  /** JSON. */
  readonly mentions: string | null
  /** Of the file that it brings. */
  readonly fileId: number | null
}
