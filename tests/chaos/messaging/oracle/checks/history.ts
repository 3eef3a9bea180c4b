import type { Conversation } from '../model/conversation.js'
import type { Person } from '../person.js'
import type { Rig } from '../rig.js'
import { pageIn } from '../stage/desk.js'

interface Item {
  seq: number
  content: unknown
  clientMessageId: string
  recalledAt: string | null
}

const PAGE = 200

/** What somebody reads of what was said since it was looked at last, while nothing happens. */
export class HistoryCheck {
  readonly #lookedAt = new Map<string, number>()

  constructor(private readonly rig: Rig) {}

  async check(person: Person): Promise<void> {
    for (const conversation of this.rig.world.conversations) {
      const isMember = conversation.memberships.has(person.id)
      if (isMember) await this.#since(person, conversation)
      else if (this.rig.dice.chance(20)) await this.#assertNone(person, conversation)
    }
  }

  async #since(person: Person, conversation: Conversation): Promise<void> {
    const key = `${person.id} ${conversation.id}`
    const from = this.#lookedAt.get(key) ?? 0
    if (conversation.most <= from) return
    const told = new Map<number, Item>()
    for (let [after, more] = [from, true]; more;) {
      const path = `/app/im/conversations/${conversation.id}/messages?limit=${PAGE}&afterSeq=${after}`
      const { items, hasMore } = pageIn<Item>(await person.session.ask('GET', path))
      for (const item of items) told.set(item.seq, item)
      after = items.at(-1)?.seq ?? after
      more = hasMore
    }
    for (let seq = from + 1; seq <= conversation.most; seq++)
      this.#judge(person, conversation, seq, told.get(seq))
    this.#lookedAt.set(key, conversation.least)
  }

  #judge(person: Person, conversation: Conversation, seq: number, item: Item | undefined): void {
    const membership = conversation.of(person.id)
    const message = conversation.messages.get(seq)
    this.rig.chronicle.checked()
    const deviate = (kind: string) =>
      this.rig.chronicle.deviate(kind, `${conversation}:${seq} for ${person.id}`, {
        people: [person.id, ...(message ? [message.sender] : [])],
        conversation: conversation.id,
      })
    if (!item && message && membership.must(seq)) deviate('missing in the history')
    if (!item || !message) return
    if (!membership.may(seq)) deviate('a message of others in the history')
    const isRecalled = item.recalledAt !== null
    if (message.recalledAt < Infinity && !isRecalled) deviate('recalled and in the history')
    if (isRecalled && message.recallAskedAt === Infinity) deviate('recalled by nobody')
    if (item.content !== (isRecalled ? null : message.content)) deviate('another content')
  }

  /** Whoever was never there is told that there is no such conversation. */
  async #assertNone(person: Person, conversation: Conversation): Promise<void> {
    const path = `/app/im/conversations/${conversation.id}/messages`
    const { status } = await person.session.ask('GET', path)
    this.rig.chronicle.checked()
    if (status === 404) return
    this.rig.chronicle.deviate(
      'a conversation of others',
      `${conversation} for ${person.id}: ${status}`,
      {
        people: [person.id],
        conversation: conversation.id,
      }
    )
  }
}
