import { membersChangeOf, type Publication } from '../entries/publication.js'
import type { ConversationType } from '../models/conversation.js'

/** Who is in a conversation. */
export interface Roster {
  readonly conversationId: number
  readonly type: ConversationType
  /** The last entry that changed the members. */
  readonly membersSeq: number
  /** Nobody writes into it. */
  readonly closed: boolean
  /** Members → the first entry that they see. */
  readonly members: ReadonlyMap<number, number>
}

/** Whether a member sees an entry: a change is seen by those who see its message. */
export function sees(fromSeq: number, { seq, targetSeq }: Pick<Publication, 'seq' | 'targetSeq'>) {
  return (targetSeq ?? seq) >= fromSeq
}

/** The other person of a direct conversation; `undefined` elsewhere. */
export function peerOf(roster: Roster, userId: number): number | undefined {
  if (roster.type !== 'direct') return undefined
  return roster.members.keys().find((member) => member !== userId)
}

/** The members after an entry; `null` where they do not follow from those before it. */
export function rosterAfter(roster: Roster, publication: Publication): Roster | null {
  const change = membersChangeOf(publication)
  if (!change) return roster
  if (!publication.isStep || roster.membersSeq !== publication.membersSeq) return null
  const { seq, kind } = publication
  const members = new Map(roster.members)
  for (const userId of change.userIds ?? []) {
    if (kind === 'joined') members.set(userId, seq)
    else members.delete(userId)
  }
  return { ...roster, membersSeq: seq, closed: change.closed ?? roster.closed, members }
}
