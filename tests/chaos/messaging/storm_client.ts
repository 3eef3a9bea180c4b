import { WebSocket } from 'ws'
import type { Account } from '../../helpers/messaging/service_people.js'

interface Message {
  id: number
  conversationId: number
  seq: number
  clientMessageId: string
}

interface Draft {
  clientMessageId: string
  conversationId: number
}

const IN_FLIGHT = 8
const RETRY_MS = 2_000

/**
 * A client as the protocol asks for: sends again what was not acknowledged, takes each conversation in order of
 * `seq`, and syncs whenever it connects or sees a gap.
 */
export class StormClient {
  /** Conversation → message ids in the order in which they were taken. */
  readonly taken = new Map<number, number[]>()
  /** Client's id → `conversation:seq` it was acknowledged with. */
  readonly acknowledged = new Map<string, string>()
  readonly told = { duplicates: 0, reconnects: 0, syncs: 0, refusals: 0, ackChanges: 0 }
  lastRefusal = ''
  readonly #unsent: Draft[] = []
  readonly #inFlight = new Map<string, Draft>()
  readonly #ahead = new Map<number, Map<number, Message>>()
  #ws: WebSocket | null = null
  #syncing = false
  #stopped = false
  #timer: NodeJS.Timeout | null = null
  #resend: NodeJS.Timeout

  constructor(
    readonly account: Account,
    private readonly address: () => string
  ) {
    this.#resend = setInterval(() => this.#sendAgain(), RETRY_MS)
    this.#connect()
  }

  /** Everything is on its way that it was given. */
  get isIdle(): boolean {
    return this.#unsent.length === 0
  }

  send(draft: Draft): void {
    this.#unsent.push(draft)
    this.#pump()
  }

  /** Pulls the plug, without a farewell. */
  cut(): void {
    this.#ws?.terminate()
  }

  stop(): void {
    this.#stopped = true
    clearInterval(this.#resend)
    if (this.#timer) clearTimeout(this.#timer)
    this.#ws?.terminate()
  }

  sync(): void {
    if (this.#syncing || this.#ws?.readyState !== WebSocket.OPEN) return
    this.#syncing = true
    this.told.syncs += 1
    const conversations = [...this.taken].map(([id, messages]) => ({ id, seq: messages.length }))
    this.#write({ type: 'sync', id: 'sync', conversations })
  }

  #connect(): void {
    const headers = { authorization: `Bearer ${this.account.token}` }
    const ws = new WebSocket(this.address(), { headers, handshakeTimeout: 3_000 })
    this.#ws = ws
    ws.on('message', (data) => this.#receive(JSON.parse(data.toString())))
    ws.on('error', () => undefined)
    ws.on('close', () => this.#lost())
  }

  #lost(): void {
    this.#syncing = false
    if (this.#stopped) return
    this.told.reconnects += 1
    this.#timer = setTimeout(() => this.#connect(), 50 + Math.random() * 200)
  }

  #receive(frame: any): void {
    if (frame.type === 'ready') return this.#resume()
    if (frame.type === 'message') return this.#take(frame.message)
    if (frame.type === 'error') this.#refused(frame)
    if (frame.id === 'sync') return this.#synced(frame)
    if (frame.type === 'ack') this.#ack(frame)
  }

  #refused({ code, message }: { code: number; message: string }): void {
    this.told.refusals += 1
    this.lastRefusal = `${code} ${message}`
  }

  #resume(): void {
    this.sync()
    this.#sendAgain()
    this.#pump()
  }

  #synced({ more }: { more?: boolean }): void {
    this.#syncing = false
    if (more || this.#hasGap()) this.sync()
  }

  #ack({ clientMessageId, conversationId, seq }: Message): void {
    this.#inFlight.delete(clientMessageId)
    const place = `${conversationId}:${seq}`
    const before = this.acknowledged.get(clientMessageId)
    if (before !== undefined && before !== place) this.told.ackChanges += 1
    this.acknowledged.set(clientMessageId, place)
    this.#pump()
  }

  #take(message: Message): void {
    const { conversationId, seq } = message
    const messages = this.taken.get(conversationId) ?? []
    this.taken.set(conversationId, messages)
    if (seq <= messages.length) {
      this.told.duplicates += 1
      return
    }
    const ahead = this.#ahead.get(conversationId) ?? new Map<number, Message>()
    this.#ahead.set(conversationId, ahead.set(seq, message))
    for (let next = ahead.get(messages.length + 1); next; next = ahead.get(messages.length + 1)) {
      ahead.delete(next.seq)
      messages.push(next.id)
    }
    if (ahead.size > 0) this.sync()
  }

  #hasGap(): boolean {
    return [...this.#ahead.values()].some((ahead) => ahead.size > 0)
  }

  #sendAgain(): void {
    for (const draft of this.#inFlight.values()) this.#write(frameOf(draft))
  }

  #pump(): void {
    while (this.#inFlight.size < IN_FLIGHT && this.#unsent.length > 0) {
      const draft = this.#unsent.shift()!
      this.#inFlight.set(draft.clientMessageId, draft)
      this.#write(frameOf(draft))
    }
  }

  #write(frame: object): void {
    if (this.#ws?.readyState === WebSocket.OPEN) this.#ws.send(JSON.stringify(frame))
  }
}

function frameOf({ clientMessageId, conversationId }: Draft) {
  const content = `message ${clientMessageId}`
  return { type: 'send', clientMessageId, conversationId, contentType: 'text', content }
}
