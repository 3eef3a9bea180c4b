import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf, isConstraintConflict, toStored, withRetry } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { presentFiles } from '#plugins/files/main'
import { rowsOf, tuples } from '../statements.js'
import { ENTRY_COLUMNS, ENTRY_TABLES, toEntry, type Entry } from '../entries/entry.js'
import {
  advanceConversations,
  insertMessages,
  type Advanced,
  type MessageDraft,
  type Numbered,
} from './insert_messages.js'

/** Conversations whose members changed since the drafts were checked; nothing was written. */
export class MembersChanged extends Error {
  constructor(readonly conversationIds: readonly number[]) {
    super('members changed')
  }
}

/** Files were deleted since the drafts were checked; nothing was written. */
export class FilesGone extends Error {
  constructor(readonly fileIds: ReadonlySet<number>) {
    super('files are gone')
  }
}

/** At least one of the messages is stored already; nothing was written. */
export class AlreadyStored extends Error {}

type SenderKey = { actorId: number | null; clientMessageId: string | null }

const AT_ONCE = 500

/** Writes a batch of messages over any conversations in one transaction, all or none. */
@inject()
export class MessageStore {
  /**
   * In the order of `drafts`.
   *
   * @throws MembersChanged, FilesGone, AlreadyStored
   */
  async write(drafts: readonly MessageDraft[]): Promise<Entry[]> {
    try {
      return await withRetry(5, () => db.transaction((trx) => write(trx, drafts)))
    } catch (error) {
      if (isConstraintConflict(error)) throw new AlreadyStored()
      throw error
    }
  }

  /** Entries that these clients sent before, by `keyOf`. */
  async find(keys: readonly SenderKey[]): Promise<Map<string, Entry>> {
    const client = db.connection()
    const sql = `select ${ENTRY_COLUMNS} from ${ENTRY_TABLES}
      where (e.actor_id, e.client_message_id) in (${valuesList(client, keys.length)})`
    const bindings = keys.flatMap(({ actorId, clientMessageId }) => [actorId, clientMessageId])
    const entries = (await rowsOf(client, sql, bindings)).map(toEntry)
    return new Map(entries.map((entry) => [keyOf(entry), entry]))
  }
}

/** A client's id stands for one entry of its sender, in whichever conversation. */
export function keyOf({ actorId, clientMessageId }: SenderKey): string {
  return `${actorId} ${clientMessageId}`
}

async function write(trx: QueryClientContract, drafts: readonly MessageDraft[]): Promise<Entry[]> {
  const nowMs = clock.now()
  const at = toStored(nowMs)
  const counts = countsOf(drafts)
  const advanced = await advanceConversations(trx, counts, at)
  assertMembersUnchanged(drafts, advanced)
  await assertFilesPresent(drafts, trx)

  const numbered = number(drafts, counts, advanced)
  const ids = await insertMessages(trx, numbered, at)
  const createdAt = new Date(nowMs).toISOString()
  const entries = numbered.map(({ draft, seq }) => {
    const id = ids.get(`${draft.conversationId} ${seq}`)!
    return messageOf(draft, { id, seq, createdAt })
  })
  await insertMentions(trx, entries)
  return entries
}

function messageOf(draft: MessageDraft, stored: Pick<Entry, 'id' | 'seq' | 'createdAt'>): Entry {
  const { conversationId, actorId, clientMessageId, contentType, content } = draft
  const { replyTo, mentions } = draft
  return {
    ...{ ...stored, conversationId, kind: 'message', actorId, targetSeq: null, clientMessageId },
    ...{ contentType, content, replyTo, mentions, reactions: null },
    ...{ editedAt: null, recalledAt: null, recalledBy: null, pinnedAt: null },
  }
}

function valuesList(client: QueryClientContract, rows: number): string {
  return dialectOf(client) === 'sqlite' ? `values ${tuples(rows, 2)}` : tuples(rows, 2)
}

function countsOf(drafts: readonly MessageDraft[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { conversationId } of drafts)
    counts.set(conversationId, (counts.get(conversationId) ?? 0) + 1)
  return counts
}

function assertMembersUnchanged(
  drafts: readonly MessageDraft[],
  advanced: ReadonlyMap<number, Advanced>
): void {
  const changed = drafts.filter(
    (draft) => advanced.get(draft.conversationId)?.membersSeq !== draft.membersSeq
  )
  if (changed.length === 0) return
  throw new MembersChanged([...new Set(changed.map(({ conversationId }) => conversationId))])
}

async function assertFilesPresent(
  drafts: readonly MessageDraft[],
  trx: QueryClientContract
): Promise<void> {
  const ids = drafts.flatMap(({ fileId }) => fileId ?? [])
  if (ids.length === 0) return
  const gone = new Set(ids).difference(await presentFiles(ids, trx))
  if (gone.size > 0) throw new FilesGone(gone)
}

function number(
  drafts: readonly MessageDraft[],
  counts: ReadonlyMap<number, number>,
  advanced: ReadonlyMap<number, Advanced>
): Numbered[] {
  const next = new Map<number, number>()
  for (const [id, count] of counts) next.set(id, advanced.get(id)!.lastSeq - count)
  return drafts.map((draft) => {
    const seq = next.get(draft.conversationId)! + 1
    next.set(draft.conversationId, seq)
    return { draft, seq }
  })
}

async function insertMentions(trx: QueryClientContract, entries: readonly Entry[]): Promise<void> {
  const rows = entries.flatMap(({ id, conversationId, seq, mentions }) => {
    const userIds = mentions === null ? [] : (JSON.parse(mentions) as number[])
    const place = { entry_id: id, conversation_id: conversationId, seq }
    return userIds.map((userId) => ({ ...place, user_id: userId }))
  })
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await trx.table('message_mentions').multiInsert(rows.slice(from, from + AT_ONCE))
}
