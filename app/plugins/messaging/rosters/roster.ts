import type { ConversationType } from '../models/conversation.js'

/** Who is in a conversation, as of one version of its members. */
export interface Roster {
  readonly conversationId: number
  readonly type: ConversationType
  readonly ownerId: number | null
  readonly version: number
  /** Present members → the `seq` after which they see. */
  readonly members: ReadonlyMap<number, number>
}

/** The other person of a direct conversation; `undefined` elsewhere. */
export function peerOf(roster: Roster, userId: number): number | undefined {
  if (roster.type !== 'direct') return undefined
  for (const member of roster.members.keys()) {
    if (member !== userId) return member
  }
  return undefined
}
