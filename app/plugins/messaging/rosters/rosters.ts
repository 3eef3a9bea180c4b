import { LRUCache } from 'lru-cache'
import { E_NOT_FOUND } from '#kernel/errors/main'
import type { Publication } from '../entries/publication.js'
import type { ConversationType } from '../models/conversation.js'
import { read, type Row } from '../statements.js'
import { membershipOf } from './membership.js'
import { rosterAfter, type Roster } from './roster.js'

const MOST_CACHED = 20_000

/**
 * The members of the conversations that are being written in, cached on this node. Every change of members is an entry of
 * the log: whoever knows its `seq` knows whether a cached roster is recent enough.
 */
export class Rosters {
  readonly #cached = new LRUCache<number, Roster>({ max: MOST_CACHED })
  readonly #loading = new Map<number, Promise<Roster | null>>()

  /** The cached roster, where it is as of this entry or later. */
  peek(conversationId: number, membersSeq = 0): Roster | undefined {
    const roster = this.#cached.get(conversationId)
    return roster && roster.membersSeq >= membersSeq ? roster : undefined
  }

  /** `null` where there is no such conversation. */
  async get(conversationId: number, membersSeq = 0): Promise<Roster | null> {
    const cached = this.peek(conversationId, membersSeq)
    if (cached) return cached
    const loaded = await this.#load(conversationId)
    const isRecent = loaded === null || loaded.membersSeq >= membersSeq
    return isRecent ? loaded : this.#load(conversationId)
  }

  /**
   * Only members act in a conversation. Those who are not in the cached roster may have just joined on another node;
   * the members are not read for anybody else.
   *
   * @throws E_NOT_FOUND for everybody else, who must not learn that it exists
   */
  async forMember(conversationId: number, userId: number): Promise<Roster> {
    if (!this.peek(conversationId)?.members.has(userId)) await membershipOf(conversationId, userId)
    const cached = await this.get(conversationId)
    const roster = cached?.members.has(userId) ? cached : await this.#read(conversationId)
    if (!roster?.members.has(userId)) throw new E_NOT_FOUND('No such conversation')
    return roster
  }

  /** Moves the cached roster on by an entry, or forgets it. */
  apply(publication: Publication): void {
    const { conversationId, seq } = publication
    const roster = this.#cached.get(conversationId)
    if (!roster || roster.membersSeq >= seq) return
    const after = rosterAfter(roster, publication)
    if (after === null) this.#cached.delete(conversationId)
    else if (after !== roster) this.#cached.set(conversationId, after)
  }

  forget(conversationId: number): void {
    this.#cached.delete(conversationId)
  }

  clear(): void {
    this.#cached.clear()
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
    const rows = await read(READ, [conversationId])
    if (rows.length === 0) return null
    const roster = toRoster(conversationId, rows)
    const newest = this.peek(conversationId, roster.membersSeq) ?? roster
    this.#cached.set(conversationId, newest)
    return newest
  }
}

/** One statement, so that the entry and the members belong together. */
const READ = `
  select c.type, c.members_seq, c.closed_at, m.user_id, m.from_seq
  from conversations c
  left join conversation_members m on m.conversation_id = c.id and m.to_seq is null
  where c.id = ? and c.deleted_at is null`

function toRoster(conversationId: number, rows: Row[]): Roster {
  const [{ type, members_seq: membersSeq, closed_at: closedAt }] = rows as [Row]
  const members = rows.filter((row) => row.user_id !== null)
  return {
    conversationId,
    type: type as ConversationType,
    membersSeq: Number(membersSeq),
    closed: closedAt !== null,
    members: new Map(members.map((row) => [Number(row.user_id), Number(row.from_seq)])),
  }
}
