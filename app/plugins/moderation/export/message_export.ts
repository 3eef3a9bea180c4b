import { AsyncLocalStorage } from 'node:async_hooks'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { currentOperator } from '#kernel/acting/main'
import { E_FORBIDDEN, E_NOT_FOUND } from '#kernel/errors/main'
import { GrantCache } from '#plugins/access/main'
import { People, type Card } from '#plugins/identity/main'
import { EntryLog, everMembershipsOf, type Entry, type Span } from '#plugins/messaging/main'
import { recordAct, type Act } from '../actions/record_act.js'
import { ModeratedConversations } from '../queries/moderated_conversations.js'

/** A message with the names that its numbers stand for now. */
export interface ExportedMessage extends Entry {
  conversationType: string
  conversationName: string | null
  senderName: string | null
}

const AT_ONCE = 500

/** What was said, for those who must hand it out; read in pieces, and recorded before the first of them. */
@inject()
export class MessageExport {
  constructor(
    private readonly people: People,
    private readonly grants: GrantCache,
    private readonly conversations: ModeratedConversations,
    private readonly log: EntryLog
  ) {}

  /**
   * All that a person wrote, and could read of people within reach, of those who no longer exist, and of the service.
   *
   * @throws E_NOT_FOUND for who is out of reach; E_FORBIDDEN for who holds everything, unless whoever acts does, too
   */
  async ofPerson(userId: number): Promise<AsyncGenerator<ExportedMessage>> {
    const person = (await this.people.withinReach([userId])).get(userId)
    if (!person) throw new E_NOT_FOUND('No such person')
    await this.#assertNotAbove(person)
    const memberships = await everMembershipsOf(userId)
    const spans = memberships.map(({ conversationId, fromSeq, toSeq: upTo }) => {
      return { conversationId, after: fromSeq - 1, upTo }
    })
    return this.#read({ action: 'exported', userId }, spans)
  }

  /** All that was said in a group, also by those who have left. @throws E_NOT_FOUND, E_NOT_A_GROUP, E_FORBIDDEN */
  async ofGroup(id: number): Promise<AsyncGenerator<ExportedMessage>> {
    const { name } = await this.conversations.findGroup(id)
    await this.conversations.assertReached(id, 'ever')
    const { first_seq: first, last_seq: last } = await db
      .from('conversations')
      .where({ id })
      .firstOrFail()
    const span = { conversationId: id, after: Number(first) - 1, upTo: Number(last) }
    const act = { action: 'exported', conversationId: id, conversationName: name } as const
    return this.#read(act, [span])
  }

  /** Pieces are read as the client takes them, when nobody acts any more: what is reached goes by who acts now. */
  #read(act: Act, spans: readonly Span[]): AsyncGenerator<ExportedMessage> {
    const asOperator = AsyncLocalStorage.snapshot()
    const rowsOf = (piece: readonly Span[]) => asOperator(() => this.#rows(piece))
    return (async function* () {
      await recordAct(act, db.connection())
      for (const piece of inPieces(spans)) yield* await rowsOf(piece)
    })()
  }

  async #assertNotAbove({ id, departmentId }: Card): Promise<void> {
    const { everything } = await this.grants.evaluate({ id, departmentId })
    if (everything && !(await this.grants.of(currentOperator())).everything)
      throw new E_FORBIDDEN('Only who holds everything hands out what somebody said who does')
  }

  async #rows(piece: readonly Span[]): Promise<ExportedMessage[]> {
    const entries = await this.log.spans(piece)
    const messages = entries.filter(({ kind }) => kind === 'message')
    const senderIds = messages.flatMap(({ actorId }) => actorId ?? [])
    const senders = await this.people.cardsOf(senderIds)
    const reached = await this.people.withinReach(senderIds)
    const isOfReached = ({ actorId }: Entry) =>
      actorId === null || reached.has(actorId) || !senders.has(actorId)
    const ids = piece.map(({ conversationId }) => conversationId)
    const rows = await db.from('conversations').whereIn('id', ids).select('id', 'type', 'name')
    const conversations = new Map(rows.map((row) => [Number(row.id), row]))
    return messages.filter(isOfReached).map((message) => ({
      ...message,
      conversationType: conversations.get(message.conversationId)?.type ?? '',
      conversationName: conversations.get(message.conversationId)?.name ?? null,
      senderName: senders.get(message.actorId ?? 0)?.nickname ?? null,
    }))
  }
}

/** Spans of so many entries together. */
function* inPieces(spans: readonly Span[]): Generator<Span[]> {
  let piece: Span[] = []
  let left = AT_ONCE
  for (const span of spans)
    for (let { after } = span; after < span.upTo;) {
      const upTo = Math.min(after + left, span.upTo)
      piece.push({ ...span, after, upTo })
      left -= upTo - after
      after = upTo
      if (left > 0) continue
      yield piece
      piece = []
      left = AT_ONCE
    }
  if (piece.length > 0) yield piece
}
