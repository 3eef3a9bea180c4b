import type { EntryKind } from './kinds.js'
import { entryJson, type Entry } from './entry.js'

/** A committed entry on its way to the sockets of all nodes. */
export interface Publication {
  readonly conversationId: number
  readonly seq: number
  readonly kind: EntryKind
  readonly targetSeq: number | null
  /** The entry before it that changed the members last. */
  readonly membersSeq: number
  /** Whether the members after it follow from those before it; otherwise they are read. */
  readonly isStep: boolean
  /** The entry as JSON. */
  readonly json: string
}

export function publicationOf(entry: Entry, membersSeq: number, isStep = true): Publication {
  const { conversationId, seq, kind, targetSeq } = entry
  return { conversationId, seq, kind, targetSeq, membersSeq, isStep, json: entryJson(entry) }
}

/** What of the members an entry changes. */
export interface MembersChange {
  readonly userIds?: readonly number[]
  readonly closed?: boolean
  readonly userId?: number
  readonly role?: string
}

/** `null` for entries that leave the members as they are. */
export function membersChangeOf({ kind, json }: Publication): MembersChange | null {
  if (kind !== 'joined' && kind !== 'left' && kind !== 'changed' && kind !== 'role') return null
  return (JSON.parse(json) as { content: MembersChange }).content
}
