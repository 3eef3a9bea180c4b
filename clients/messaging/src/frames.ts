export type ContentType = 'text' | 'image' | 'file' | 'custom'

/** What happened in a conversation, with the next number. */
interface EntryOf<Kind extends string> {
  id: number
  conversationId: number
  /** Counts on from 1 in each conversation, over all kinds. */
  seq: number
  kind: Kind
  /** `null` for what the service itself does. */
  actorId: number | null
  /** ISO 8601. */
  createdAt: string
}

/** Reaction → how many people reacted so. */
export type Reactions = Record<string, number>

export interface Message extends EntryOf<'message'> {
  clientMessageId?: string
  contentType: ContentType | 'notice'
  /** As it is now; `null` once the message is recalled. */
  content: unknown
  /** `seq` of the message that this one answers. */
  replyTo?: number
  mentions?: number[]
  reactions?: Reactions
  editedAt?: string
  recalledAt?: string
  recalledBy?: number
  pinnedAt?: string
}

/** A change has the changed part of its message as it is now: set it, never add to it. */
interface ChangeOf<Kind extends string> extends EntryOf<Kind> {
  /** `seq` of the message. */
  targetSeq: number
}

export interface Edit extends ChangeOf<'edit'> {
  clientMessageId?: string
  contentType: ContentType
  /** `null` where the message was recalled since. */
  content: unknown
  editedAt: string
  recalledAt?: string
}
/** Content, mentions, reactions and pin of the message are gone for good. */
export interface Recall extends ChangeOf<'recall'> {
  recalledAt: string
  recalledBy?: number
}
export interface Reaction extends ChangeOf<'reaction'> {
  reactions: Reactions
}
export interface Pin extends ChangeOf<'pin'> {
  pinnedAt: string | null
}
export type Change = Edit | Recall | Reaction | Pin

/** `userIds` of at most 200 people; beyond that `count`. The first entry of a group has its name. */
export interface Joined extends EntryOf<'joined'> {
  content: { userIds?: number[]; count?: number; name?: string }
}
export interface Left extends EntryOf<'left'> {
  content: { userIds: number[] }
}
export interface Role extends EntryOf<'role'> {
  content: { userId: number; role: 'owner' | 'admin' | 'member' }
}
export interface Changed extends EntryOf<'changed'> {
  content: { name?: string; picture?: number | null; closed?: boolean }
}
/** All earlier messages of this person count as recalled. */
export interface Erased extends EntryOf<'erased'> {
  content: { userId: number }
}
export type Entry = Message | Change | Joined | Left | Role | Changed | Erased

export interface Position {
  /** Of the conversation. */
  id: number
  seq: number
}

/** A message. */
export interface MessagePlace {
  conversationId: number
  seq: number
}

export interface UserPresence {
  userId: number
  online: boolean
  lastSeen: string | null
}

export interface FieldFault {
  field: string
  rule: string
  message: string
}

export type ReadyFrame = {
  type: 'ready'
  userId: number
  sessionId: number
  serverTime: string
  epoch: string
  limits: { frameBytes: number; framesPerSecond: number; syncConversations: number }
}
/** Everything between `after` and `seq` that this person may see. */
export type EntriesFrame = {
  type: 'entries'
  conversationId: number
  after: number
  seq: number
  entries: Entry[]
}
export type ReadFrame = { type: 'read'; conversationId: number; userId: number; seq: number }
/** One's own settings of a conversation, changed over another connection. */
export type MineFrame = {
  type: 'mine'
  conversationId: number
  mutedUntil: string | null
  pinned: boolean
  archived: boolean
  markedUnread: boolean
}
export type TypingFrame = { type: 'typing'; conversationId: number; userId: number }
export type PresenceFrame = { type: 'presence'; id?: string; users: UserPresence[] }
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
  | EntriesFrame
  | ReadFrame
  | MineFrame
  | TypingFrame
  | PresenceFrame
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
export interface EditFrame extends MessagePlace {
  type: 'edit'
  clientMessageId: string
  content: unknown
}

export type ClientFrame =
  | SendFrame
  | EditFrame
  | { type: 'auth'; token: string }
  | { type: 'ping' }
  | ({ type: 'recall' } & MessagePlace)
  | ({ type: 'react'; reaction: string; on: boolean } & MessagePlace)
  | ({ type: 'pin'; on: boolean } & MessagePlace)
  | { type: 'read'; conversationId: number; seq: number }
  | { type: 'typing'; conversationId: number }
  | { type: 'sync'; conversations?: Position[]; most?: number }
  | { type: 'presence'; userIds: number[]; watch?: boolean }

export interface SentAck extends MessagePlace {
  clientMessageId: string
  messageId: number
  createdAt: string
}
export interface EditedAck extends MessagePlace {
  targetSeq: number
  editedAt: string
}
/** Of all conversations: `[id, lastSeq, readSeq, firstSeq]`. */
export interface OverviewAck {
  positions: [number, number, number, number][]
}
export interface SyncAck {
  /** How far the frames before it came. */
  conversations: Position[]
  /** Of which one is no member any more. */
  gone: number[]
  /** Where too much lies ahead, or a position is none: go on at `seq`. */
  reset: Position[]
}
