import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { E_NOT_FOUND, E_VALIDATION } from '#kernel/errors/main'
import type { Shaped } from '#kernel/contracts/main'
import type { Entry } from '../entries/entry.js'
import { EntryLog, type Span } from '../entries/entry_log.js'
import { everMembershipOf, membershipOf, type Membership } from '../rosters/membership.js'
import {
  entryView,
  type historyShape,
  type pinnedShape,
} from '../transformers/entry_transformer.js'
import type { historyValidator } from '../validators/messaging_validators.js'
import { firstWithin, lastWithin, PAGE_BYTES } from './paging.js'

type HistoryQuery = Infer<typeof historyValidator>

interface Page {
  readonly lines: Entry[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

/** The lines of a conversation as they are now, for those who are its members or were. */
@inject()
export class History {
  constructor(private readonly log: EntryLog) {}

  /** In order of `seq`; without a place the last ones. @throws E_NOT_FOUND, E_VALIDATION */
  async page(
    userId: number,
    conversationId: number,
    query: HistoryQuery
  ): Promise<Shaped<typeof historyShape>> {
    assertOnePlace(query)
    const membership = await everMembershipOf(conversationId, userId)
    const { lines, hasBefore, hasAfter } = await this.#read(membership, query)
    const ownReactions = await ownReactionsTo(lines, userId, conversationId)
    const asOf = membership.toSeq
    return { items: lines.map(entryView), asOf, ownReactions, hasBefore, hasAfter }
  }

  /** @throws E_NOT_FOUND */
  async one(userId: number, conversationId: number, seq: number): Promise<Entry> {
    const { fromSeq, toSeq } = await everMembershipOf(conversationId, userId)
    const isSeen = seq >= fromSeq && seq <= toSeq
    const message = isSeen ? await this.log.message(conversationId, seq) : null
    if (!message) throw new E_NOT_FOUND('No such message')
    return message
  }

  /** The pinned messages, the newest first; for members. @throws E_NOT_FOUND */
  async pinned(userId: number, conversationId: number): Promise<Shaped<typeof pinnedShape>> {
    const { fromSeq, lastSeq } = await membershipOf(conversationId, userId)
    const pinned = await this.log.pinned(conversationId, fromSeq)
    return { items: pinned.map(entryView), asOf: lastSeq }
  }

  /** Around a place half comes up to it, with what stands there, and half after it. */
  async #read(membership: Membership, query: HistoryQuery): Promise<Page> {
    const { beforeSeq, afterSeq, aroundSeq, limit = 50 } = query
    if (afterSeq !== undefined) return this.#after(membership, afterSeq, limit)
    if (aroundSeq === undefined) return this.#upTo(membership, (beforeSeq ?? Infinity) - 1, limit)

    const half = Math.ceil(limit / 2)
    const upTo = await this.#upTo(membership, aroundSeq, half)
    const after = await this.#after(membership, aroundSeq, limit - half)
    const lines = [...upTo.lines, ...after.lines]
    return { lines, hasBefore: upTo.hasBefore, hasAfter: after.hasAfter }
  }

  async #after(membership: Membership, afterSeq: number, limit: number): Promise<Page> {
    const span = spanOf(membership, afterSeq, membership.toSeq)
    const found = await this.log.firstLines(span, limit + 1)
    const lines = firstWithin(found.slice(0, limit), PAGE_BYTES)
    const hasBefore = span.after >= membership.fromSeq
    return { lines, hasBefore, hasAfter: lines.length < found.length }
  }

  async #upTo(membership: Membership, seq: number, limit: number): Promise<Page> {
    const span = spanOf(membership, 0, Math.min(seq, membership.toSeq))
    const found = await this.log.lastLines(span, limit + 1)
    const lines = lastWithin(found.slice(-limit), PAGE_BYTES)
    const hasAfter = span.upTo < membership.toSeq
    return { lines, hasBefore: lines.length < found.length, hasAfter }
  }
}

/** `seq` → one's own reactions. */
async function ownReactionsTo(
  messages: readonly Entry[],
  userId: number,
  conversationId: number
): Promise<Record<string, string[]>> {
  const seqs = messages.filter(({ reactions }) => reactions !== null).map(({ seq }) => seq)
  if (seqs.length === 0) return {}
  const own = db.from('message_reactions').where({ conversation_id: conversationId })
  const rows = await own.where({ user_id: userId }).whereIn('seq', seqs).orderBy('id')
  const reactions: Record<string, string[]> = {}
  for (const { seq, reaction } of rows) (reactions[seq] ??= []).push(reaction)
  return reactions
}

function assertOnePlace({ beforeSeq, afterSeq, aroundSeq }: HistoryQuery): void {
  const places = [beforeSeq, afterSeq, aroundSeq].filter((place) => place !== undefined)
  if (places.length > 1)
    throw new E_VALIDATION('Say one of beforeSeq, afterSeq and aroundSeq, not several')
}

function spanOf({ conversationId, fromSeq }: Membership, after: number, upTo: number): Span {
  return { conversationId, after: Math.max(after, fromSeq - 1), upTo }
}
