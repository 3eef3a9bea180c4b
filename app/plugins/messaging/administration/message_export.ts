import { AsyncLocalStorage } from 'node:async_hooks'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { E_FORBIDDEN, E_NOT_FOUND } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import { GrantCache } from '#plugins/access/main'
import { People, type Card } from '#plugins/identity/main'
import { MessageLog, type Span } from '../delivery/message_log.js'
import { firstSpans } from '../queries/missing_spans.js'
import { staysOf } from '../rosters/stays.js'
import { rowsOf } from '../statements.js'
import type { StoredMessage } from '../writing/stored_message.js'
import { AdministeredConversations } from './administered_conversations.js'
import { noteAct, type Noted } from './note_act.js'

/** A message with the names that its numbers stand for now. */
export interface ExportedMessage extends StoredMessage {
  conversationType: string
  conversationTitle: string | null
  senderName: string | null
}

const AT_ONCE = 500

/** What was said, for those who must hand it out; read in pieces, and noted before the first of them. */
@inject()
export class MessageExport {
  readonly #log = new MessageLog(db)

  constructor(
    private readonly people: People,
    private readonly holdings: GrantCache,
    private readonly conversations: AdministeredConversations
  ) {}

  /**
   * All that a person wrote, and could read of people within reach, who no longer exist, and the service.
   *
   * @throws E_NOT_FOUND for who is out of reach; E_FORBIDDEN for who holds everything, unless whoever acts does, too
   */
  async ofPerson(userId: number): Promise<AsyncGenerator<ExportedMessage>> {
    const person = (await this.people.withinReach([userId])).get(userId)
    if (!person) throw new E_NOT_FOUND('No such person')
    await this.#assertNotAbove(person)
    return this.#read({ action: 'exported', userId }, () => seenBy(userId))
  }

  /** All that was said in a group, by those who have left as well. @throws E_NOT_FOUND, E_NOT_A_GROUP, E_FORBIDDEN */
  async ofGroup(id: number): Promise<AsyncGenerator<ExportedMessage>> {
    const { title, removedSeq, lastSeq } = await this.conversations.findGroup(id, 'ever')
    const all = { conversationId: id, after: removedSeq, upTo: lastSeq }
    const spans = lastSeq > removedSeq ? [all] : []
    return this.#read({ action: 'exported', conversationId: id, title }, async () => spans)
  }

  /** Pieces are read as the client takes them, when nobody acts any more: what is reached goes by who acts now. */
  #read(noted: Noted, spans: () => Promise<Span[]>): AsyncGenerator<ExportedMessage> {
    const ofReached = AsyncLocalStorage.bind((some: StoredMessage[]) => this.#ofReached(some))
    return this.#pieces(noted, spans, ofReached)
  }

  async *#pieces(
    noted: Noted,
    spans: () => Promise<Span[]>,
    ofReached: (some: StoredMessage[]) => Promise<StoredMessage[]>
  ): AsyncGenerator<ExportedMessage> {
    await noteAct(noted)
    let left = await spans()
    while (left.length > 0) {
      const { taken } = firstSpans(left, AT_ONCE)
      left = without(left, taken)
      yield* await this.#named(await ofReached(await this.#log.spans(taken)))
    }
  }

  async #assertNotAbove({ id, departmentId }: Card): Promise<void> {
    const { everything } = await this.holdings.evaluate({ id, departmentId })
    if (everything && !(await this.holdings.of(currentOperator())).everything)
      throw new E_FORBIDDEN('Only who holds everything hands out what somebody said who does')
  }

  /** Who was deleted is nobody's any more. */
  async #ofReached(messages: readonly StoredMessage[]): Promise<StoredMessage[]> {
    const senders = messages.flatMap(({ senderId }) => senderId ?? [])
    const there = await this.people.cardsOf(senders)
    const reached = await this.people.withinReach(senders)
    return messages.filter(
      ({ senderId }) => senderId === null || reached.has(senderId) || !there.has(senderId)
    )
  }

  async #named(messages: readonly StoredMessage[]): Promise<ExportedMessage[]> {
    const senders = await this.people.cardsOf(messages.flatMap(({ senderId }) => senderId ?? []))
    const ids = [...new Set(messages.map(({ conversationId }) => conversationId))]
    const rows = await db.from('conversations').whereIn('id', ids).select('id', 'type', 'title')
    const conversations = new Map(rows.map((row) => [Number(row.id), row]))
    return messages.map((message) => {
      const conversation = conversations.get(message.conversationId)
      return {
        ...message,
        conversationType: conversation?.type ?? '',
        conversationTitle: conversation?.title ?? null,
        senderName: senders.get(message.senderId ?? 0)?.nickname ?? null,
      }
    })
  }
}

async function seenBy(userId: number): Promise<Span[]> {
  const rows = await rowsOf(db.connection(), MEMBERSHIPS, [userId])
  return rows.flatMap((row) =>
    staysOf(row).map((stay) => ({ conversationId: Number(row.conversation_id), ...stay }))
  )
}

/** What comes after those that were taken from the front; the last of them may be a part. */
function without(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const [cut, ...later] = spans.slice(taken.length - 1)
  const rest = { ...cut!, after: taken.at(-1)!.upTo }
  return rest.upTo > rest.after ? [rest, ...later] : later
}

const MEMBERSHIPS = `
  select m.conversation_id, m.joined_seq, m.left_seq, m.stays, c.last_seq, c.removed_seq
  from conversation_members m join conversations c on c.id = m.conversation_id
  where m.user_id = ? order by m.conversation_id`
