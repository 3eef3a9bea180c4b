import type { Client } from './client.js'
import { change, isChange, lineOf, lineText, type Entry, type Line } from './model.js'
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
  readonly person: Person
  readonly lines: Map<number, Line>
  readonly clientMessageIds: Map<string, number>
}

/** While all is still: every device and the log agree with the history, and every acknowledged message is there once. */
export class Checks {
  count = 0
  /** Conversation → what each of its members sees of it. */
  readonly #seen = new Map<number, Truth[]>()
  #epoch: string | null = null

  constructor(private readonly stage: Stage) {}

  async look(): Promise<void> {
    this.#seen.clear()
    await Promise.all(this.stage.people.map((person) => this.#lookAt(person)))
    for (const truths of this.#seen.values()) await this.#compareLog(this.stage.dice.one(truths)!)
    this.#assertSent()
  }

  async #lookAt(person: Person): Promise<void> {
    const truths = await this.#truthsOf(person)
    for (const device of person.devices) this.#compare(person, device, truths)
  }

  /** All devices are of the same epoch; of another one than before where it was renewed. */
  lookAtEpoch(isRenewed: boolean): void {
    const devices = this.stage.people.flatMap((person) => person.devices)
    const epochs = new Set(devices.map(({ epoch }) => epoch))
    const [epoch = null] = epochs
    this.#expect(epochs.size === 1, `devices are of the epochs ${[...epochs].join(', ')}`)
    const isAsExpected = this.#epoch === null || (epoch !== this.#epoch) === isRenewed
    this.#expect(isAsExpected, `the epoch was ${this.#epoch}, and is ${epoch}`)
    this.#epoch = epoch
  }

  async #truthsOf(person: Person): Promise<Map<number, Truth>> {
    const items = [...(await this.#items(person, false)), ...(await this.#items(person, true))]
    const truths = new Map<number, Truth>()
    for (const item of items) {
      const lines = await this.#history(person, item)
      const truth = { person, ...item, lines: new Map<number, Line>(), clientMessageIds: new Map() }
      for (const entry of lines) {
        const line = lineOf(entry)
        const place = `${item.id}/${entry.seq}`
        truth.lines.set(entry.seq, line)
        this.#expect(!line.isRecalled || line.content === 'null', `${place} is recalled, and shown`)
        if (entry.clientMessageId) {
          const key = `${entry.actorId} ${entry.clientMessageId}`
          this.#expect(!truth.clientMessageIds.has(key), `${place} is stored twice`)
          truth.clientMessageIds.set(key, entry.seq)
        }
        this.#expect(
          entry.seq >= item.firstSeq && entry.seq <= item.lastSeq,
          `${person.userId} is shown ${place} outside of ${item.firstSeq} to ${item.lastSeq}`
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

  #compare({ userId }: Person, device: Client, truths: ReadonlyMap<number, Truth>): void {
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
        const here = lineText(known.lines.get(seq))
        const there = lineText(line)
        this.#expect(here === there, `${where} shows ${seq} as ${here}, not ${there}`)
      }
      for (const seq of known.lines.keys())
        this.#expect(truth.lines.has(seq), `${where} shows ${seq}, which is not shown to them`)
    }
  }

  /** From its beginning it comes to the same as the history, and brings nothing of what was recalled. */
  async #compareLog(truth: Truth): Promise<void> {
    const { id, person } = truth
    const where = `the log of ${id} for ${person.userId}`
    const lines = new Map<number, Line>()
    for (const entry of await this.#log(truth)) {
      const { seq, targetSeq = seq } = entry
      const target = lines.get(targetSeq)
      if (!isChange(entry)) lines.set(seq, lineOf(entry))
      else if (target) change(target, entry)
      const isRecalled = truth.lines.get(targetSeq)?.isRecalled ?? false
      this.#expect(!isRecalled || !entry.content, `${where} brings at ${seq} what was recalled`)
    }
    for (const seq of new Set([...lines.keys(), ...truth.lines.keys()])) {
      const here = lineText(lines.get(seq))
      const there = lineText(truth.lines.get(seq))
      this.#expect(here === there, `${where} comes to ${here} at ${seq}, not ${there}`)
    }
  }

  async #log({ person, id }: Truth): Promise<Entry[]> {
    const entries: Entry[] = []
    for (let after = 0; ;) {
      const path = `/app/im/conversations/${id}/entries?afterSeq=${after}`
      const { data } = await person.session.ask('GET', path)
      const page = data as { seq: number; asOf: number; entries: Entry[] }
      entries.push(...page.entries)
      after = page.seq
      if (after >= page.asOf) return entries
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
