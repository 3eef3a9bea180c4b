import { WebSocket } from 'ws'

export interface FuzzReport {
  seed: number
  sent: number
  answers: Record<string, number>
  closes: Record<string, number>
  /** What must not be: faults of the service, frames that are none. */
  faults: string[]
}

interface Answer {
  type: string
  id?: unknown
  code?: number
  conversationId?: number
  seq?: number
  clientMessageId?: string
}

const TYPES = [
  ...['auth', 'ping', 'send', 'edit', 'recall', 'react', 'pin', 'read', 'typing', 'sync'],
  'presence',
]
const MEMBERS = [
  ...['id', 'clientMessageId', 'conversationId', 'to', 'contentType', 'content', 'replyTo'],
  ...['mentions', 'reaction', 'on', 'seq', 'conversations', 'most', 'userIds', 'watch', 'token'],
]
const BETWEEN_SIGNS = 50

/** Sends random frames, from noise to nearly right ones; the same seed sends the same. */
export class FrameFuzz {
  readonly report: FuzzReport
  #state: number
  /** Of the last message. */
  #place = { conversationId: 1, seq: 1 }

  constructor(
    private readonly url: string,
    private readonly token: string,
    seed: number,
    private readonly known: { userId: number }
  ) {
    this.#state = seed || 1
    this.report = { seed, sent: 0, answers: {}, closes: {}, faults: [] }
  }

  async run(isOver: () => boolean): Promise<FuzzReport> {
    while (!isOver()) await this.#oneSocket(isOver)
    return this.report
  }

  /** Until the service closes it, as it does for some frames. */
  async #oneSocket(isOver: () => boolean): Promise<void> {
    const ws = new WebSocket(this.url, { headers: { authorization: `Bearer ${this.token}` } })
    const ended = new Promise<false>((resolve) => ws.once('close', () => resolve(false)))
    ws.on('close', (code) => this.#count(this.report.closes, String(code)))
    ws.on('error', () => undefined)
    ws.on('message', (data) => this.#receive(ws, data.toString()))
    let open = await Promise.race([this.#sign(ws, 'ready'), ended])
    while (open && !isOver()) {
      for (let count = 0; count < BETWEEN_SIGNS; count++) this.#sendOne(ws)
      ws.send('{"type":"ping","id":"sign"}')
      open = await Promise.race([this.#sign(ws, 'pong'), ended])
    }
    ws.terminate()
    await ended
  }

  #sign(ws: WebSocket, type: string): Promise<true> {
    return new Promise((resolve) => ws.once(`fuzz:${type}`, () => resolve(true)))
  }

  #receive(ws: WebSocket, text: string): void {
    const frame = JSON.parse(text) as Answer
    const kind = frame.type === 'error' ? `error ${frame.code}` : frame.type
    this.#count(this.report.answers, kind)
    const { conversationId, seq, clientMessageId } = frame
    if (conversationId && seq && clientMessageId) this.#place = { conversationId, seq }
    if (frame.code !== undefined && frame.code >= 500) this.report.faults.push(text)
    if (frame.type === 'ready') ws.emit('fuzz:ready')
    if (frame.type === 'pong' && frame.id === 'sign') ws.emit('fuzz:pong')
  }

  #sendOne(ws: WebSocket): void {
    if (ws.readyState !== WebSocket.OPEN) return
    this.report.sent += 1
    const kind = this.#below(100)
    if (kind < 10) return ws.send(this.#bytes(this.#below(300)))
    if (kind < 20) return ws.send(this.#bytes(this.#below(300)).toString('latin1'))
    if (kind < 22) return ws.ping(this.#bytes(this.#below(120)))
    if (kind === 22) return ws.send('x'.repeat(this.#below(70_000)))
    const frame = JSON.stringify(this.#frame())
    if (kind < 35) return ws.send(this.#spoilt(frame))
    if (kind < 38) {
      ws.send(frame.slice(0, 5), { fin: false })
      return ws.send(frame.slice(5))
    }
    ws.send(frame)
  }

  #frame(): object {
    return this.#below(2) === 0 ? this.#wild() : this.#nearlyRight()
  }

  #wild(): object {
    const frame: Record<string, unknown> = { type: this.#one([...TYPES, this.#value(0)]) }
    const members = this.#below(6)
    for (let count = 0; count < members; count++) frame[this.#one(MEMBERS)] = this.#value(0)
    if (frame.type === 'auth' && this.#below(10) > 0) frame.type = 'send'
    return frame
  }

  /** As it should be, or with another value in one place. */
  #nearlyRight(): object {
    const frame = this.#right()
    const name = this.#one(Object.keys(frame))
    return this.#below(2) === 0 ? frame : { ...frame, [name]: this.#value(0) }
  }

  #right(): object {
    const { userId } = this.known
    const { conversationId, seq: lastSeq } = this.#place
    const seq = this.#below(lastSeq + 2)
    const place = { conversationId, seq }
    const clientMessageId = `fuzz-${this.#below(1e9)}`
    const content = { text: `text ${this.#below(1e9)}` }
    const on = this.#below(2) === 0
    const to = this.#below(2) === 0 ? { to: userId } : { conversationId }
    return this.#one<object>([
      { type: 'send', clientMessageId, contentType: 'text', content, ...to },
      { type: 'send', clientMessageId, contentType: 'custom', content, replyTo: seq, ...to },
      { type: 'edit', clientMessageId, content, ...place },
      { type: 'recall', ...place },
      { type: 'react', reaction: this.#one(['👍', 'ok', '😀']), on, ...place },
      { type: 'pin', on, ...place },
      { type: 'read', ...place },
      { type: 'typing', conversationId },
      { type: 'sync', conversations: [{ id: conversationId, seq }], most: this.#below(1_000) },
      { type: 'presence', userIds: [userId], watch: on },
    ])
  }

  #value(depth: number): unknown {
    const kind = this.#below(depth > 4 ? 10 : 13)
    const plain = [
      () => null,
      () => this.#below(2) === 0,
      () => this.#below(1_000),
      () => -this.#below(1e9),
      () => this.#below(1e9) * 1e9,
      () => this.#below(1e9) / 7,
      () => this.#bytes(this.#below(40)).toString('latin1'),
      () => this.#one(['text', 'custom', 'file', 'notice', '\u0000', '😀', '__proto__', '\ud800']),
      () => new Date(this.#below(1e9) * 1000).toISOString(),
      () => this.known.userId,
    ]
    if (kind < plain.length) return plain[kind]!()
    const length = this.#below(5)
    if (kind < 12) return Array.from({ length }, () => this.#value(depth + 1))
    return Object.fromEntries(
      Array.from({ length }, () => [
        this.#one([...MEMBERS, 'text', '__proto__']),
        this.#value(depth + 1),
      ])
    )
  }

  #spoilt(text: string): string {
    const at = this.#below(text.length + 1)
    const noise = String.fromCharCode(this.#below(0x250))
    return text.slice(0, at) + noise + text.slice(at + this.#below(3))
  }

  #bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.#below(256)))
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)]!
  }

  /** xorshift32 */
  #below(limit: number): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) % limit
  }

  #count(counts: Record<string, number>, key: string): void {
    counts[key] = (counts[key] ?? 0) + 1
  }
}
