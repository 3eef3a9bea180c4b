import type { Device } from './device.js'
import { lineOf, type Entry, type Line } from './model.js'
import type { Person } from './person.js'
import type { Stage } from './acts.js'

interface Item {
  id: number
  firstSeq: number
  lastSeq: number
  left: boolean
}

/** What the service says of a conversation to one person. */
interface Truth extends Item {
  readonly lines: Map<number, Line>
  readonly clientMessageIds: Map<string, number>
}

/** While all is still: every device agrees with the history, and every acknowledged message is there once. */
export class Checks {
  count = 0
  /** Conversation → what each of its members sees of it. */
  readonly #seen = new Map<number, Truth[]>()

  constructor(private readonly stage: Stage) {}

  async look(): Promise<void> {
    this.#seen.clear()
    for (const person of this.stage.people) {
      const truths = await this.#truthsOf(person)
      for (const device of person.devices) this.#compare(person, device, truths)
    }
    this.#assertSent()
  }

  async #truthsOf(person: Person): Promise<Map<number, Truth>> {
    const items = [...(await this.#items(person, false)), ...(await this.#items(person, true))]
    const truths = new Map<number, Truth>()
    for (const item of items) {
      const lines = await this.#history(person, item)
      const truth = { ...item, lines: new Map<number, Line>(), clientMessageIds: new Map() }
      for (const entry of lines) {
        truth.lines.set(entry.seq, lineOf(entry))
        if (entry.clientMessageId)
          truth.clientMessageIds.set(`${entry.actorId} ${entry.clientMessageId}`, entry.seq)
        this.#expect(
          entry.seq >= item.firstSeq && entry.seq <= item.lastSeq,
          `${person.userId} is shown ${item.id}/${entry.seq} outside of ${item.firstSeq} to ${item.lastSeq}`
        )
      }
      truths.set(item.id, truth)
      this.#seen.set(item.id, [...(this.#seen.get(item.id) ?? []), truth])
    }
    return truths
  }

  async #items(person: Person, left: boolean): Promise<Item[]> {
    const items: Item[] = []
    for (let page = 1; ; page++) {
      const path = `/app/im/conversations?pageSize=200&page=${page}&left=${left}`
      const { data } = await person.session.ask('GET', path)
      const { items: some, total } = data as { items: Item[]; total: number }
      items.push(...some)
      if (items.length >= total) return items
    }
  }

  async #history(person: Person, { id }: Item): Promise<Entry[]> {
    const lines: Entry[] = []
    for (;;) {
      const after = lines.at(-1)?.seq ?? 0
      const path = `/app/im/conversations/${id}/messages?afterSeq=${after}&limit=200`
      const { data } = await person.session.ask('GET', path)
      const { items, hasAfter } = data as { items: Entry[]; hasAfter: boolean }
      lines.push(...items)
      if (!hasAfter) return lines
    }
  }

  #compare({ userId }: Person, device: Device, truths: ReadonlyMap<number, Truth>): void {
    for (const [id, truth] of truths) {
      const known = device.known.get(id)
      const where = `device of ${userId} in ${id}`
      if (truth.left) {
        const isTold = !known || device.gone.has(id)
        this.#expect(isTold, `${where} was not told that it has left`)
      } else {
        this.#expect(known !== undefined, `${where} knows nothing`)
        const stands = known?.position
        this.#expect(stands === truth.lastSeq, `${where} stands at ${stands}, not ${truth.lastSeq}`)
      }
      if (!known) continue
      for (const [seq, line] of truth.lines) {
        // Who left sees later changes in the history that they keep.
        if (truth.left || seq <= known.base || seq > known.position) continue
        const here = JSON.stringify(known.lines.get(seq))
        const there = JSON.stringify(line)
        this.#expect(here === there, `${where} shows ${seq} as ${here}, not ${there}`)
      }
      for (const seq of known.lines.keys())
        this.#expect(truth.lines.has(seq), `${where} shows ${seq}, which is not shown to them`)
    }
  }

  /** By everybody who sees that part of its conversation. */
  #assertSent(): void {
    for (const { conversationId, seq, clientMessageId, userId } of this.stage.sent)
      for (const truth of this.#seen.get(conversationId) ?? []) {
        if (seq < truth.firstSeq || seq > truth.lastSeq) continue
        const stored = truth.clientMessageIds.get(`${userId} ${clientMessageId}`)
        this.#expect(
          stored === seq,
          `${clientMessageId} was acknowledged as ${conversationId}/${seq}, and is ${stored}`
        )
      }
  }

  #expect(isSo: boolean, text: string): void {
    this.count++
    if (!isSo) this.stage.report(text)
  }
}
