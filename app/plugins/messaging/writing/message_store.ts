import { withRetry, dialectOf, isConstraintConflict, toStored } from '#kernel/database/main'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#kernel/state/main'
import { presentFiles } from '#plugins/files/main'
import { rowsOf, tuples } from '../statements.js'
import type { MessageDraft } from './message_draft.js'
import { noteMentions } from './noted_mentions.js'
import { seqDialects, type Bumped, type Numbered } from './seq_dialect.js'
import { MESSAGE_COLUMNS, toStoredMessage, type StoredMessage } from './stored_message.js'

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

type SenderKey = Pick<MessageDraft, 'senderId' | 'clientMessageId'>

/** At least one of the messages is there already; nothing was written. */
export class AlreadyStored extends Error {}

/** Writes a batch of messages over any conversations in one transaction, all or none. */
export class MessageStore {
  constructor(private readonly db: Database) {}

  /**
   * In the order of `drafts`.
   *
   * @throws MembersChanged, FilesGone, AlreadyStored
   */
  async write(drafts: readonly MessageDraft[]): Promise<StoredMessage[]> {
    try {
      return await withRetry(5, () => this.db.transaction((trx) => this.#write(trx, drafts)))
    } catch (error) {
      if (isConstraintConflict(error)) throw new AlreadyStored()
      throw error
    }
  }

  /** The stored messages of these clients' ids, by `keyOf`. */
  async find(drafts: readonly SenderKey[]): Promise<Map<string, StoredMessage>> {
    const sent = drafts.filter(({ senderId }) => senderId !== null)
    if (sent.length === 0) return new Map()
    const sql = `select ${MESSAGE_COLUMNS} from messages
      where (sender_id, client_message_id) in (${valuesList(this.db.connection(), sent.length)})`
    const keys = sent.flatMap(({ senderId, clientMessageId }) => [senderId, clientMessageId])
    const rows = await rowsOf(this.db.connection(), sql, keys)
    return new Map(rows.map(toStoredMessage).map((message) => [keyOf(message), message]))
  }

  async #write(
    trx: QueryClientContract,
    drafts: readonly MessageDraft[]
  ): Promise<StoredMessage[]> {
    const dialect = seqDialects[dialectOf(trx)]
    const now = clock.now()
    const at = toStored(now)
    const bumped = await dialect.bump(trx, countsOf(drafts), at)
    assertMembersUnchanged(drafts, bumped)
    await assertFilesPresent(drafts, trx)

    const numbered = numbers(drafts, bumped)
    const rows = await dialect.insert(trx, numbered, at)
    await noteFiles(trx, numbered)
    const ids = new Map(rows.map((row) => [`${row.conversation_id} ${row.seq}`, Number(row.id)]))
    const createdAt = new Date(now).toISOString()
    const stored = numbered.map(({ draft, seq }) => {
      const { memberVersion: _, fileId: __, ...rest } = draft
      const id = ids.get(`${draft.conversationId} ${seq}`)!
      return { ...rest, id, seq, createdAt, recalledAt: null }
    })
    await noteMentions(trx, stored)
    return stored
  }
}

/** One sender stores one message under a client's id, wherever it goes. */
export function keyOf({ senderId, clientMessageId }: SenderKey) {
  return `${senderId} ${clientMessageId}`
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
  bumped: ReadonlyMap<number, Bumped>
): void {
  const changed = drafts.filter(
    (draft) => bumped.get(draft.conversationId)?.memberVersion !== draft.memberVersion
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

function numbers(drafts: readonly MessageDraft[], bumped: ReadonlyMap<number, Bumped>): Numbered[] {
  const next = new Map<number, number>()
  for (const [id, count] of countsOf(drafts)) next.set(id, bumped.get(id)!.lastSeq - count)
  return drafts.map((draft) => {
    const seq = next.get(draft.conversationId)! + 1
    next.set(draft.conversationId, seq)
    return { draft, seq }
  })
}

async function noteFiles(trx: QueryClientContract, messages: readonly Numbered[]): Promise<void> {
  const bringing = messages.filter(({ draft }) => draft.fileId !== null)
  if (bringing.length === 0) return
  const rows = bringing.map(({ draft, seq }) => ({
    conversation_id: draft.conversationId,
    seq,
    file_id: draft.fileId,
  }))
  await trx.table('message_files').multiInsert(rows)
}
