export type ContentType = 'text' | 'image' | 'file' | 'custom'

/** A message as the service keeps it. */
export interface Message {
  id: number
  conversationId: number
  /** Counts on from 1 in each conversation, without gaps. */
  seq: number
  clientMessageId: string
  /** `null` for what the service itself says. */
  senderId: number | null
  contentType: ContentType | 'notice'
  /** As it was sent; `null` once it is recalled. */
  content: unknown
  /** `seq` of the message that this one answers. */
  replyTo: number | null
  mentions: number[]
  createdAt: string
  recalledAt: string | null
}

export interface Position {
  /** Of the conversation. */
  id: number
  seq: number
  /** Of the message at `seq`, where it is known. */
  createdAt?: string | undefined
}

export interface Whereabouts {
  userId: number
  online: boolean
  lastSeen: string | null
}

export interface FieldFault {
  field: string
  rule: string
  message: string
}

export type ReadyFrame = { type: 'ready'; userId: number; sessionId: number; serverTime: string }
export type MessageFrame = { type: 'message' | 'notice'; message: Message }
export type RecalledFrame = {
  type: 'recalled'
  conversationId: number
  seq: number
  messageId: number
  senderId: number | null
  recalledAt: string
}
export type ReadFrame = { type: 'read'; conversationId: number; userId: number; seq: number }
export type TypingFrame = { type: 'typing'; conversationId: number; userId: number }
export type PresenceFrame = { type: 'presence'; id?: string; users: Whereabouts[] }
export type ConversationFrame = {
  type: 'conversation'
  conversationId: number
  change: 'created' | 'renamed' | 'owner' | 'joined' | 'left' | 'closed' | 'opened' | 'deleted'
  by: number
  userIds?: number[]
  title?: string
  ownerId?: number
}
export type PongFrame = { type: 'pong'; id?: string; serverTime: string }
export type ErrorFrame = {
  type: 'error'
  id?: string
  code: number
  reason?: string
  message: string
  errors?: FieldFault[]
}
export type AckFrame = { type: 'ack'; id?: string } & Record<string, unknown>

export type ServerFrame =
  | ReadyFrame
  | MessageFrame
  | RecalledFrame
  | ReadFrame
  | TypingFrame
  | PresenceFrame
  | ConversationFrame
  | PongFrame
  | ErrorFrame
  | AckFrame

export interface SendFrame {
  type: 'send'
  clientMessageId: string
  conversationId?: number
  to?: number
  contentType: ContentType
  content: unknown
  replyTo?: number
  mentions?: number[]
}

export type ClientFrame =
  | SendFrame
  | { type: 'auth'; token: string }
  | { type: 'ping' }
  | { type: 'recall'; messageId: number }
  | { type: 'read'; conversationId: number; seq: number }
  | { type: 'typing'; conversationId: number }
  | { type: 'sync'; conversations: Position[]; since?: string; recalls?: string }
  | { type: 'presence'; userIds: number[]; watch?: boolean }

export type SentAck = Pick<Message, 'clientMessageId' | 'conversationId' | 'seq' | 'createdAt'> & {
  messageId: number
}
export interface SyncAck {
  more: boolean
  conversations: Position[]
  /** Where numbers begin anew after `seq`: a backup was restored. */
  anew: Position[]
  /** Up to where recalls were heard. */
  recalls: string
  serverTime: string
}
