import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Row } from '../statements.js'
import { membershipsAmong, membershipsOf } from './memberships.js'
import { staysOf, type Stay } from './stays.js'

/** What somebody may see of one conversation. */
export interface Sight {
  readonly stays: readonly Stay[]
  readonly readSeq: number
  /** Not left. */
  readonly isMember: boolean
  /** Messages that are kept of it, seen by this person or not. */
  readonly size: number
}

/** Conversation → what somebody may see of it, of all in which they are and the last that they have left. */
export async function sightOf(
  client: QueryClientContract,
  userId: number
): Promise<Map<number, Sight>> {
  return byConversation(await membershipsOf(client, userId, { since: 0, named: [] }))
}

/** The same of these alone, left or not: others may have brought somebody into very many. */
export async function sightAmong(
  client: QueryClientContract,
  userId: number,
  conversationIds: Iterable<number>
): Promise<Map<number, Sight>> {
  return byConversation(await membershipsAmong(client, userId, [...new Set(conversationIds)]))
}

function byConversation(rows: readonly Row[]): Map<number, Sight> {
  return new Map(rows.map((row) => [Number(row.conversation_id), sightIn(row)]))
}

function sightIn(row: Row): Sight {
  return {
    stays: staysOf(row),
    readSeq: Number(row.read_seq),
    isMember: row.left_seq === null,
    size: Number(row.last_seq) - Number(row.removed_seq),
  }
}
