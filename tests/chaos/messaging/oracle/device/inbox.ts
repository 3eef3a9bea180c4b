import { Shelf, type Held } from './shelf.js'

interface Position {
  id: number
  seq: number
  createdAt?: string
}

export interface SyncAck {
  more: boolean
  conversations: Position[]
  begins: Position[]
  anew: Position[]
  recalls: string
  serverTime: string
}

/** What a client keeps, as docs/messaging.md says it. */
export class Inbox {
  readonly shelves = new Map<number, Shelf>()
  /** Conversation and number → that it was recalled is the last word about it. */
  readonly recalled = new Set<string>()
  #since: string | undefined
  #recalls: string | undefined
  /** From `ready` to the ack what comes waits. */
  #waits = false
  /** Conversations without a position in which something waits, as the sync began. */
  #begun: Position[] = []

  get hasGap(): boolean {
    return [...this.shelves.values()].some(({ hasGap }) => hasGap)
  }

  take(conversationId: number, message: Held): void {
    const shelf = this.#shelf(conversationId)
    if (this.isRecalled(conversationId, message.seq)) message.content = null
    shelf.offer(message)
    if (!this.#waits) shelf.takeInTurn()
  }

  recall(conversationId: number, seq: number): void {
    this.recalled.add(`${conversationId} ${seq}`)
    const shelf = this.shelves.get(conversationId)
    for (const message of [shelf?.held.get(seq), shelf?.waiting.get(seq)])
      if (message) message.content = null
  }

  isRecalled(conversationId: number, seq: number): boolean {
    return this.recalled.has(`${conversationId} ${seq}`)
  }

  /** What waits comes again. */
  lost(): void {
    for (const { waiting } of this.shelves.values()) waiting.clear()
  }

  /** @param opened whether the socket is new */
  beginSync(opened: boolean): void {
    this.#waits ||= opened
    this.#begun = [...this.shelves]
      .filter(([, { hasGap, position }]) => hasGap && position === null)
      .map(([id, { waiting }]) => ({ id, seq: Math.max(...waiting.keys()) }))
  }

  question(): object {
    const known = [...this.shelves].filter(([, { position }]) => position !== null)
    const conversations = known.map(([id, { position, createdAt }]) => ({
      id,
      seq: position!,
      createdAt,
    }))
    return { type: 'sync', conversations, since: this.#since, recalls: this.#recalls }
  }

  answered({ more, conversations, begins, recalls, serverTime }: SyncAck): void {
    this.#recalls = recalls
    for (const { id, seq } of [...begins, ...conversations]) this.#shelf(id).goOnFrom(seq)
    for (const shelf of this.shelves.values()) shelf.takeInTurn()
    if (more) return
    this.#waits = false
    this.#since = serverTime
    for (const { id, seq } of this.#begun) {
      const shelf = this.#shelf(id)
      if (shelf.position === null) shelf.goOnFrom(seq)
    }
  }

  /** What older history brought. */
  add(conversationId: number, messages: readonly Held[], position: number): void {
    const shelf = this.#shelf(conversationId)
    for (const message of messages)
      if (this.isRecalled(conversationId, message.seq)) message.content = null
    shelf.add(messages)
    if (shelf.position === null) shelf.goOnFrom(position)
  }

  #shelf(id: number): Shelf {
    const known = this.shelves.get(id)
    if (known) return known
    const shelf = new Shelf()
    this.shelves.set(id, shelf)
    return shelf
  }
}
