import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { toStored } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import { ENTRY_COLUMNS, ENTRY_TABLES, toEntry, type Entry } from '../entries/entry.js'
import type { EntryKind } from '../entries/kinds.js'
import type { ConversationType, MemberRole } from '../models/conversation.js'
import { rowsOf } from '../statements.js'
import { publicationOf, type Publication } from '../entries/publication.js'

/** An entry before it is numbered. */
export interface NewEntry {
  readonly kind: EntryKind
  readonly actorId: number | null
  /** Of lines: JSON. */
  readonly content?: object
  /** Of changes: the message, which is as it will be. */
  readonly targetSeq?: number
  readonly clientMessageId?: string
  /** Whether the members after it follow from those before it and its content; they do by default. */
  readonly isStep?: boolean
}

export interface MemberRow {
  readonly user_id: number
  readonly role: MemberRole
  readonly from_seq: number
}

export interface LockedMember {
  readonly userId: number
  readonly role: MemberRole
  readonly fromSeq: number
}

const CHANGING_MEMBERS: readonly EntryKind[] = ['joined', 'left', 'changed', 'role']

/** A conversation while nobody else can change it or write into it. */
export class LockedConversation {
  readonly publications: Publication[] = []
  readonly type: ConversationType
  readonly name: string | null
  ownerId: number | null
  closed: boolean
  #lastSeq: number
  #membersSeq: number

  private constructor(
    readonly trx: TransactionClientContract,
    readonly id: number,
    row: Record<string, unknown>
  ) {
    this.type = row.type as ConversationType
    this.name = row.name as string | null
    this.ownerId = row.owner_id === null ? null : Number(row.owner_id)
    this.closed = row.closed_at !== null
    this.#lastSeq = Number(row.last_seq)
    this.#membersSeq = Number(row.members_seq)
  }

  /** The update is what takes the lock, on every database. @throws E_NOT_FOUND */
  static async lock(trx: TransactionClientContract, id: number): Promise<LockedConversation> {
    const conversations = () => trx.query().from('conversations').where({ id })
    await conversations().whereNull('deleted_at').increment('last_seq', 0)
    const row = await conversations().whereNull('deleted_at').first()
    if (!row) throw new E_NOT_FOUND('No such conversation')
    return new LockedConversation(trx, id, row)
  }

  get nextSeq(): number {
    return this.#lastSeq + 1
  }

  /** @throws E_NOT_FOUND for whoever is no member */
  async member(userId: number): Promise<LockedMember> {
    const member = await this.findMember(userId)
    if (!member) throw new E_NOT_FOUND('No such conversation')
    return member
  }

  async findMember(userId: number): Promise<LockedMember | null> {
    const row = await this.members().where('user_id', userId).whereNull('to_seq').first()
    return row ? { userId, role: row.role, fromSeq: Number(row.from_seq) } : null
  }

  /** Rows of those who are members or were. */
  members<Selected = MemberRow>(): DatabaseQueryBuilderContract<Selected> {
    const members = this.trx.query<Selected>().from('conversation_members')
    return members.where('conversation_id', this.id)
  }

  /** `null` where the place holds no message. */
  async message(seq: number): Promise<Entry | null> {
    const entry = await this.#entry(seq)
    return entry?.kind === 'message' ? entry : null
  }

  async append({ kind, actorId, content, targetSeq, clientMessageId, isStep }: NewEntry) {
    const seq = ++this.#lastSeq
    await this.trx.table('conversation_entries').insert({
      ...{ conversation_id: this.id, seq, kind, actor_id: actorId, target_seq: targetSeq ?? null },
      client_message_id: clientMessageId ?? null,
      content: content ? JSON.stringify(content) : null,
      created_at: storedNow(),
    })
    const entry = (await this.#entry(seq))!
    this.publications.push(publicationOf(entry, this.#membersSeq, isStep))
    if (CHANGING_MEMBERS.includes(kind)) this.#membersSeq = seq
    return entry
  }

  /** Values of the conversation's own row. */
  async update(values: Record<string, unknown>): Promise<void> {
    await this.trx.query().from('conversations').where({ id: this.id }).update(values)
  }

  /** Values of a message's row. */
  async updateMessage(seq: number, values: Record<string, unknown>): Promise<void> {
    await this.trx
      .query()
      .from('conversation_entries')
      .where({ conversation_id: this.id, seq })
      .update(values)
  }

  /** Where the log ends now. */
  async save(): Promise<void> {
    if (this.publications.length === 0) return
    await this.update({ last_seq: this.#lastSeq, members_seq: this.#membersSeq })
  }

  async #entry(seq: number): Promise<Entry | null> {
    const sql = `select ${ENTRY_COLUMNS} from ${ENTRY_TABLES}
      where e.conversation_id = ? and e.seq = ?`
    const [row] = await rowsOf(this.trx, sql, [this.id, seq])
    return row ? toEntry(row) : null
  }
}

/** What of a message's row is gone once it is recalled. */
export const BLANK = {
  ...{ content: null, search_text: null, file_id: null, mentions: null, reactions: null },
  pinned_at: null,
}

export function storedNow(): string {
  return toStored(clock.now())
}
