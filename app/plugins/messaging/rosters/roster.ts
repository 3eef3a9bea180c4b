import type { ConversationType } from '../models/conversation.js'
import { isWithin, type Stay } from './stays.js'

/** Who is in a conversation, as of one version of its members. */
export interface Roster {
  readonly conversationId: number
  readonly type: ConversationType
  readonly ownerId: number | null
  readonly version: number
  /** Nobody writes into it. */
  readonly closed: boolean
  /** Present members → the `seq` after which they see. */
  readonly members: ReadonlyMap<number, number>
  /** Present members who were here before → what they saw then. */
  readonly earlier: ReadonlyMap<number, readonly Stay[]>
}

/** Whether a present member may see a message; nobody else may. */
export function maySee({ members, earlier }: Roster, userId: number, seq: number): boolean {
  const joinedSeq = members.get(userId)
  if (joinedSeq === undefined) return false
  return seq > joinedSeq || isWithin(earlier.get(userId) ?? [], seq)
}

/** The other person of a direct conversation; `undefined` elsewhere. */
export function peerOf(roster: Roster, userId: number): number | undefined {
  if (roster.type !== 'direct') return undefined
  for (const member of roster.members.keys()) {
    if (member !== userId) return member
  }
  return undefined
}
