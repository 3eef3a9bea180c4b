import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Client, Frame, Known as KnownLines, Surroundings } from './client.js'
import { change, isChange, lineOf, type Entry } from './model.js'

interface Known extends KnownLines {
  /** Changes, for HTTP answers that are under way. */
  readonly changes: Entry[]
}

const SYNC_MS = 1_000
const MOST = 400

/** A client written from the documentation alone, on the socket of one of the nodes. */
export class Device implements Client {
  readonly known = new Map<number, Known>()
  readonly gone = new Set<number>()
  epoch: string | null = null
  syncs = 0
  #readSeqs = new Map<number, number>()
  #ws: WebSocket | null = null
  #asked = 0
  readonly #questions = new Map<number, (answer: Frame | null) => void>()
  readonly #syncedAt = new Map<number, number>()
  #isStopped = false
  #catchUps: Promise<void> = Promise.resolve()

  constructor(private readonly parts: Surroundings) {}

  async run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#oneSocket().catch(() => undefined)
      await pause(this.parts.dice.between(10, 200))
    }
  }

  cut(): void {
    this.#ws?.terminate()
  }

  stop(): void {
    this.#isStopped = true
    this.#ws?.terminate()
  }

  get isOpen(): boolean {
    return this.#ws?.readyState === WebSocket.OPEN && this.epoch !== null
  }

  ask(frame: object): Promise<Frame | null> {
    const ws = this.#ws
    if (ws?.readyState !== WebSocket.OPEN) return Promise.resolve(null)
    const id = ++this.#asked
    ws.send(JSON.stringify({ ...frame, id }))
    return new Promise((resolve) => this.#questions.set(id, resolve))
  }

  async openHistory(conversationId: number): Promise<void> {
    const known = this.known.get(conversationId)
    if (!known) return
    const path = `/app/im/conversations/${conversationId}/messages?limit=200`
    const { status, data } = await this.parts.request('GET', path)
    await pause(this.parts.dice.below(500))
    if (status !== 200 || this.known.get(conversationId) !== known) return
    const { items, asOf } = data as { items: Entry[]; asOf: number }
    for (const item of items) known.lines.set(item.seq, lineOf(item))
    for (const one of known.changes.filter(({ seq }) => seq > asOf)) this.#change(known, one)
    if (items[0]) known.base = Math.min(known.base, items[0].seq - 1)
  }

  async settle(): Promise<boolean> {
    if (!this.isOpen) return false
    await this.#catchUp()
    return this.isOpen
  }

  async #oneSocket(): Promise<void> {
    const headers = { authorization: `Bearer ${await this.parts.token()}` }
    const ws = new WebSocket(this.parts.url(), { headers, handshakeTimeout: 5_000 })
    this.#ws = ws
    const closed = new Promise<void>((resolve) => ws.once('close', () => resolve()))
    ws.on('error', () => undefined)
    ws.on('message', (data) => this.#receive(JSON.parse(data.toString()) as Frame))
    await closed
    for (const resolve of this.#questions.values()) resolve(null)
    this.#questions.clear()
  }

  #receive(frame: Frame): void {
    if (frame.type === 'ready') return this.#ready(frame)
    if (frame.type === 'entries') return this.#entries(frame)
    if (frame.id === undefined) return
    this.#questions.get(frame.id)?.(frame)
    this.#questions.delete(frame.id)
  }

  #ready({ epoch }: Frame): void {
    if (this.epoch !== null && this.epoch !== epoch) this.#forget()
    this.epoch = epoch as string
    void this.#catchUp()
  }

  #forget(): void {
    this.known.clear()
    this.gone.clear()
    this.#readSeqs.clear()
  }

  /** One after another. */
  #catchUp(): Promise<void> {
    this.#catchUps = this.#catchUps.then(() => this.#catchUpNow())
    return this.#catchUps
  }

  async #catchUpNow(): Promise<void> {
    const overview = await this.ask({ type: 'sync' })
    if (!overview) return
    const positions = overview.positions as [number, number, number, number][]
    this.#readSeqs = new Map(positions.map(([id, , readSeq]) => [id, readSeq]))
    const last = new Map(positions.map(([id, lastSeq]) => [id, lastSeq]))
    for (const [id, , readSeq] of positions) {
      this.gone.delete(id)
      if (!this.known.has(id)) this.#begin(id, readSeq)
    }
    const wanted = [...this.known].filter(([id, { position }]) => position !== last.get(id))
    let left = wanted.filter(([id]) => !this.gone.has(id)).map(([id]) => id)
    while (left.length > 0) left = await this.#sync(left, last)
  }

  /** Resolves to those that have to be asked for again. */
  async #sync(ids: readonly number[], last: ReadonlyMap<number, number>): Promise<number[]> {
    this.syncs++
    const some = ids.slice(0, 500)
    const asked = some.map((id) => ({ id, seq: this.known.get(id)?.position ?? 0 }))
    const answer = await this.ask({ type: 'sync', conversations: asked, most: MOST })
    if (!answer) return []
    if (answer.type !== 'ack') {
      this.parts.report(`sync was refused: ${JSON.stringify(answer)}`)
      return []
    }
    const reached = answer.conversations as { id: number; seq: number }[]
    const reset = answer.reset as { id: number; seq: number }[]
    for (const id of answer.gone as number[]) this.gone.add(id)
    for (const { id, seq } of reset) this.#begin(id, seq)
    const behind = reached.filter(({ id, seq }) => seq < (last.get(id) ?? 0))
    return [...behind.map(({ id }) => id), ...ids.slice(500)]
  }

  #begin(id: number, position: number): void {
    this.known.set(id, { position, base: position, lines: new Map(), changes: [] })
  }

  #entries({ conversationId: id, after, seq, entries }: Frame): void {
    if (!this.known.has(id)) {
      const hasJoined = (entries as Entry[]).some((entry) => this.#isOwn(entry, 'joined'))
      const begin = after === 0 || hasJoined ? after : this.#readSeqs.get(id)
      if (begin === undefined) return void this.#catchUp()
      this.#begin(id, begin as number)
    }
    const known = this.known.get(id)!
    if (known.position < after) return this.#missing(id)
    for (const entry of entries as Entry[])
      if (entry.seq > known.position) this.#apply(known, entry)
    known.position = Math.max(known.position, seq as number)
  }

  /** At most once a second. */
  #missing(id: number): void {
    const now = performance.now()
    const waitMs = Math.max(0, (this.#syncedAt.get(id) ?? 0) + SYNC_MS - now)
    if (waitMs > SYNC_MS) return
    this.#syncedAt.set(id, now + waitMs)
    setTimeout(() => void this.#catchUp(), waitMs).unref()
  }

  #isOwn({ kind, content }: Entry, which: 'joined' | 'left'): boolean {
    return kind === which && content.userIds?.includes(this.parts.userId)
  }

  #apply(known: Known, entry: Entry): void {
    if (this.#isOwn(entry, 'joined')) this.gone.delete(entry.conversationId)
    if (this.#isOwn(entry, 'left')) this.gone.add(entry.conversationId)
    if (isChange(entry)) {
      known.changes.push(entry)
      return this.#change(known, entry)
    }
    known.lines.set(entry.seq, lineOf(entry))
  }

  #change({ lines }: Known, entry: Entry): void {
    const line = lines.get(entry.targetSeq!)
    if (line) change(line, entry)
  }
}
