import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Dice } from './dice.js'
import { change, isChange, lineOf, type Entry, type Line } from './model.js'
import type { Nodes } from './nodes.js'
import type { Session } from './session.js'

interface Frame {
  type: string
  id?: number
  [member: string]: any
}

/** What a device knows of a conversation. */
export interface Known {
  position: number
  /** Where it began. */
  base: number
  readonly lines: Map<number, Line>
  /** Changes, for HTTP answers that are under way. */
  readonly changes: Entry[]
}

export interface DeviceParts {
  readonly session: Session
  readonly nodes: Nodes
  readonly dice: Dice
  readonly userId: number
  report(text: string): void
}

const SYNC_MS = 1_000
const MOST = 400

/** A client written from the documentation alone, on the socket of one of the nodes. */
export class Device {
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

  constructor(private readonly parts: DeviceParts) {}

  /** Opens sockets until it is stopped. */
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

  /** The answer to a frame; `null` where the socket was lost. */
  ask(frame: object): Promise<Frame | null> {
    const ws = this.#ws
    if (ws?.readyState !== WebSocket.OPEN) return Promise.resolve(null)
    const id = ++this.#asked
    ws.send(JSON.stringify({ ...frame, id }))
    return new Promise((resolve) => this.#questions.set(id, resolve))
  }

  /** Reads the history over HTTP, slowly, and applies what changed after it was read. */
  async openHistory(conversationId: number): Promise<void> {
    const known = this.known.get(conversationId)
    if (!known) return
    const path = `/app/im/conversations/${conversationId}/messages?limit=200`
    const { status, data } = await this.parts.session.ask('GET', path)
    await pause(this.parts.dice.below(500))
    if (status !== 200 || this.known.get(conversationId) !== known) return
    const { items, asOf } = data as { items: Entry[]; asOf: number }
    for (const item of items) known.lines.set(item.seq, lineOf(item))
    for (const one of known.changes.filter(({ seq }) => seq > asOf)) this.#change(known, one)
    if (items[0]) known.base = Math.min(known.base, items[0].seq - 1)
  }

  /** Resolves once it has caught up with what there is now; `false` where the socket was lost. */
  async settle(): Promise<boolean> {
    if (!this.isOpen) return false
    await this.#catchUp()
    return this.isOpen
  }

  async #oneSocket(): Promise<void> {
    const { session, nodes, dice } = this.parts
    const token = await session.token()
    const headers = { authorization: `Bearer ${token}` }
    const ws = new WebSocket(nodes.socket(nodes.any(dice)), { headers, handshakeTimeout: 5_000 })
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
    for (const [id, , readSeq] of positions) if (!this.known.has(id)) this.#begin(id, readSeq)
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
    const own = (entries as Entry[]).some(
      ({ kind, content }) => kind === 'joined' && content.userIds?.includes(this.parts.userId)
    )
    if (own) this.gone.delete(id)
    if (!this.known.has(id)) {
      const begin = after === 0 || own ? after : this.#readSeqs.get(id)
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
    const agoMs = performance.now() - (this.#syncedAt.get(id) ?? -Infinity)
    if (agoMs < SYNC_MS) return
    this.#syncedAt.set(id, performance.now())
    void this.#catchUp()
  }

  #apply(known: Known, entry: Entry): void {
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
