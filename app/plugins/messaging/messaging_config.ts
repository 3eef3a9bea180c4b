import app from '@adonisjs/core/services/app'
import type { ConversationType } from './models/conversation.js'

/** Conversations in one frame `sync`. */
export const MOST_SYNCED = 500

export interface MessagingConfig {
  path: string
  ticketSeconds: number
  /** How long a socket that brought no credential has for its `auth` frame. */
  authSeconds: number
  frameBytes: number
  /** Frames of one socket, pings among them; a burst may bring several seconds' worth at once. */
  framesPerSecond: number
  frameBurst: number
  framesPerSecondOfUser: number
  /** Open sockets of one user on one node; the oldest gives way. */
  socketsPerUser: number
  /** Open streams of notices of one user over all nodes; one more is refused. */
  streamsPerUser: number
  /** What one user makes in an hour. */
  conversationsPerHour: number
  membersPerHour: number
  /** Notices that one user sends, each to as many as they like. */
  noticesPerHour: number
  /** A socket, or a stream of notices, that has more than this waiting to be sent is closed. */
  bufferedBytes: number
  /** For which a socket of which nobody reads is waited for before it is let go. */
  drainSeconds: number
  pingSeconds: number
  /** A peer that gave no sign for so long is dead. */
  deadSeconds: number
  /** Defaults of parameters. */
  recallSeconds: number
  editMinutes: number
  /** How often a node says that it lives. */
  beatSeconds: number
  /** A node that has not said so for this long is dead. */
  nodeSeconds: number
  /** How long messages are kept, where nothing else is said of their kind of conversation; 0 for good. */
  messageDays: number
  messageDaysOf: Record<ConversationType, number | undefined>
  /** Who may write to whom: any active user, or those of one's own department. */
  contacts: 'everybody' | 'department'
  groupMembers: number
  /** Groups that one user is in at a time, and direct conversations. */
  membershipsPerUser: number
  /**
   * Read marks and typing are shown to others in conversations of at most so many members. In larger ones changes are
   * collected for up to a second.
   */
  signsUpTo: number
  /** Entries in one answer to `sync`. */
  pageEntries: number
  /** Batches of messages being written at the same time. */
  writers: number
}

export function messagingConfig(): MessagingConfig {
  return app.config.get<MessagingConfig>('messaging')
}
