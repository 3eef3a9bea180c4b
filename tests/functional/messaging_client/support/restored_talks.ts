import db from '@adonisjs/lucid/services/db'
import fc from 'fast-check'
import { toStored } from '#kernel/database/instant'

/** A conversation over a restored backup, in numbers of messages. */
export interface Talk {
  /** In the backup. */
  kept: number
  /** Said after the backup, and gone with it. */
  lost: number
  /** Said since, under the numbers of those that are gone. */
  anew: number
  /** Where the client stands, out of a thousand of what it could hear before the backup was restored. */
  stood: number
  /** How far another device has read by now, out of a thousand of what there is. */
  read: number
  /** Whether the client knows when the message was made at which it stands. */
  isTimed: boolean
}

const upTo = (max: number) => fc.integer({ min: 0, max })

const talksOf = (most: { kept: number; lost: number; anew: number }) =>
  fc.record({
    kept: upTo(most.kept),
    lost: upTo(most.lost),
    anew: upTo(most.anew),
    stood: upTo(1000),
    read: upTo(1000),
    isTimed: fc.integer({ min: 0, max: 3 }).map((roll) => roll > 0),
  })

/** Few that are long: what is looked for can be far back. */
export const longTalks = fc.array(talksOf({ kept: 300, lost: 500, anew: 900 }), {
  minLength: 1,
  maxLength: 3,
})

/** Many that are short. */
export const manyTalks = fc.array(talksOf({ kept: 4, lost: 6, anew: 8 }), {
  minLength: 60,
  maxLength: 90,
})

const [MADE_AT, MADE_ANEW_AT] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)]
/** So many come in one batch, and so with one time. */
const TOGETHER = 3
const AT_ONCE = 500

const timeOf = (start: number, seq: number) => start + Math.floor(seq / TOGETHER)

export function stoodAt({ kept, lost, stood }: Talk): number {
  return Math.round(((kept + lost) * stood) / 1000)
}

export function standingOf(talk: Talk): readonly [seq: number, createdAt?: string] {
  const seq = stoodAt(talk)
  if (!talk.isTimed || seq === 0) return [seq]
  return [seq, new Date(timeOf(MADE_AT, seq)).toISOString()]
}

/** As it is once the backup is restored and people went on. Resolves to its id. */
export async function happened(talk: Talk, userId: number): Promise<number> {
  const last = talk.kept + talk.anew
  const at = toStored(MADE_AT)
  const conversation = { type: 'group', title: 'Talk', last_seq: last, created_at: at }
  const id = await insertedId({ ...conversation, last_message_at: at })
  const read = Math.round((last * talk.read) / 1000)
  const member = { conversation_id: id, user_id: userId, read_seq: read, created_at: at }
  await db.table('conversation_members').insert(member)
  const rows = Array.from({ length: last }, (_, index) => rowOf(talk, id, index + 1))
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await db.table('messages').multiInsert(rows.slice(from, from + AT_ONCE))
  return id
}

async function insertedId(conversation: object): Promise<number> {
  const [made] = await db.table('conversations').insert(conversation).returning('id')
  return Number((made as { id?: number }).id ?? made)
}

function rowOf({ kept }: Talk, id: number, seq: number) {
  return {
    conversation_id: id,
    seq,
    client_message_id: `talk-${id}-${seq}`,
    content_type: 'text',
    content: JSON.stringify('x'),
    created_at: toStored(timeOf(seq <= kept ? MADE_AT : MADE_ANEW_AT, seq)),
  }
}

/** What there is now and was never heard, of what the client can be brought, by the numbers that it heard after that. */
export function neverHeard(talk: Talk, heard: readonly number[]): number[] {
  const { kept, anew, isTimed } = talk
  const [stood, last] = [stoodAt(talk), kept + anew]
  const isTakenForGood = !isTimed && stood <= last
  const before = isTakenForGood ? stood : Math.min(stood, kept)
  const since = new Set(heard)
  return Array.from({ length: last }, (_, index) => index + 1).filter(
    (seq) => seq > before && !since.has(seq)
  )
}

/** What was heard before and came again, or came twice. */
export function heardTwice(talk: Talk, heard: readonly number[]): number[] {
  const before = Math.min(stoodAt(talk), talk.kept)
  return heard.filter((seq, index) => seq <= before || heard.indexOf(seq) !== index)
}
