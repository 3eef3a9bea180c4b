import type { Database } from '@adonisjs/lucid/database'
import { LRUCache } from 'lru-cache'
import { E_NOT_FOUND } from '#kernel/errors/main'
import type { ConversationType } from '../models/conversation.js'
import { rowsOf, type Row } from '../statements.js'
import { membershipOf } from './membership.js'
import type { Roster } from './roster.js'
import { earlierStays } from './stays.js'

const MOST_KEPT = 20_000

/**
 * The members of the conversations that are being spoken in, kept by this node. A change of members raises the
 * conversation's `member_version` under the lock that also numbers messages, so whoever holds a version knows
 * whether a kept roster is good for it.
 */
export class Rosters {
  readonly #kept = new LRUCache<number, Roster>({ max: MOST_KEPT })
  readonly #loading = new Map<number, Promise<Roster | null>>()

  constructor(private readonly db: Database) {}

  /** The kept roster, if it is at least of this version. */
  peek(conversationId: number, version = 0): Roster | undefined {
    const roster = this.#kept.get(conversationId)
    return roster && roster.version >= version ? roster : undefined
  }

  /** `null` where there is no such conversation. */
  async get(conversationId: number, version = 0): Promise<Roster | null> {
    const kept = this.peek(conversationId, version)
    if (kept) return kept
    const loaded = await this.#load(conversationId)
    return loaded === null || loaded.version >= version ? loaded : this.#load(conversationId)
  }

  /**
   * The one rule of who may be in a conversation's business: its present members. Whoever is not in the kept roster may have
   * just come in by another node, which is still telling of it; nothing is read of all members for who is none.
   *
   * @throws E_NOT_FOUND for everybody else: that it exists is not theirs to know
   */
  async forMember(conversationId: number, userId: number): Promise<Roster> {
    if (!this.peek(conversationId)?.members.has(userId))
      await membershipOf(this.db.connection(), conversationId, userId)
    const kept = await this.get(conversationId)
    const roster = kept?.members.has(userId) ? kept : await this.#read(conversationId)
    if (!roster?.members.has(userId)) throw new E_NOT_FOUND('No such conversation')
    return roster
  }

  /** The members changed: what is kept of an earlier version is void. */
  outdated(conversationId: number, version: number): void {
    if (!this.peek(conversationId, version)) this.#kept.delete(conversationId)
  }

  forget(conversationId: number): void {
    this.#kept.delete(conversationId)
  }

  clear(): void {
    this.#kept.clear()
  }

  /** Loads of the same conversation share one query. */
  #load(conversationId: number): Promise<Roster | null> {
    const running = this.#loading.get(conversationId)
    if (running) return running
    const load = this.#read(conversationId).finally(() => this.#loading.delete(conversationId))
    this.#loading.set(conversationId, load)
    return load
  }

  async #read(conversationId: number): Promise<Roster | null> {
    const rows = await rowsOf(this.db.connection(), READ, [conversationId])
    if (rows.length === 0) return null
    const roster = toRoster(conversationId, rows)
    const newest = this.peek(conversationId, roster.version) ?? roster
    this.#kept.set(conversationId, newest)
    return newest
  }
}

/** One statement, so that version and members belong together. */
const READ = `
  select c.type, c.owner_id, c.member_version, c.closed_at, m.user_id, m.joined_seq, m.stays
  from conversations c
  left join conversation_members m on m.conversation_id = c.id and m.left_seq is null
  where c.id = ?`

function toRoster(conversationId: number, rows: Row[]): Roster {
  const [{ type, owner_id: ownerId, member_version: version, closed_at: closedAt }] = rows as [Row]
  const members = rows.filter((row) => row.user_id !== null)
  return {
    conversationId,
    type: type as ConversationType,
    ownerId: ownerId === null ? null : Number(ownerId),
    version: Number(version),
    closed: closedAt !== null,
    members: new Map(members.map((row) => [Number(row.user_id), Number(row.joined_seq)])),
    earlier: new Map(
      members
        .filter((row) => row.stays !== null)
        .map((row) => [Number(row.user_id), earlierStays(row.stays)])
    ),
  }
}
