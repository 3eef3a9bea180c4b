import type { EntriesFrame, Entry, OverviewAck, Position, SyncAck } from './frames.js'
import type { PositionStore } from './position_store.js'
import { Turns } from './turns.js'

export interface InboxParts {
  positions: PositionStore
  /** May return a promise: the next entry of the conversation then waits for it. */
  deliver: (entry: Entry) => unknown
  /** What came before is forgotten: the conversation goes on after `seq`. */
  reset: (conversationId: number, seq: number) => unknown
  /** One is no member any more. */
  gone: (conversationId: number) => unknown
  failed: (error: unknown) => void
  /** Something is missing. */
  gap: () => void
}

interface Conversation {
  readonly id: number
  /** Up to here its entries were taken in; `null` while it is not known where to begin. */
  position: number | null
  /** Up to here there are entries, as far as is known. */
  lastSeq: number
  /** Whether the service is asked about it, wherever it stands. */
  isAsked: boolean
}

/** What came over all sockets, as one stream for each conversation: once, and in order. */
export class Inbox {
  readonly #parts: InboxParts
  readonly #turns: Turns
  readonly #conversations = new Map<number, Conversation>()
  #hasOverview = false

  constructor(parts: InboxParts) {
    this.#parts = parts
    this.#turns = new Turns(parts.failed)
    for (const [id, seq] of parts.positions.read()) if (isPosition(id, seq)) this.#begin(id, seq)
  }

  take(frame: EntriesFrame, userId: number | null): void {
    const { conversationId, after, seq, entries } = frame
    const conversation = this.#conversations.get(conversationId) ?? this.#begin(conversationId)
    const begins = after === 0 || entries.some((entry) => names(entry, 'joined', userId))
    if (begins) conversation.position ??= after
    conversation.lastSeq = Math.max(conversation.lastSeq, seq)
    if (conversation.position === null || conversation.position < after) return this.#parts.gap()

    const fresh = entries.filter((entry) => entry.seq > conversation.position!)
    for (const entry of fresh) this.#hand(conversation, entry)
    this.#advance(conversation, seq, fresh.at(-1)?.seq)
    if (!fresh.some((entry) => names(entry, 'left', userId))) return
    conversation.isAsked = true
    this.#parts.gap()
  }

  /** Finds out which conversations differ from what is known, and where unknown ones begin. */
  compare({ positions }: OverviewAck): void {
    const listed = new Set<number>()
    for (const [id, lastSeq, readSeq, firstSeq] of positions) {
      listed.add(id)
      const conversation = this.#conversations.get(id) ?? this.#begin(id)
      if (conversation.position === null) this.#learn(conversation, Math.max(readSeq, firstSeq - 1))
      conversation.lastSeq = Math.max(conversation.lastSeq, lastSeq)
      conversation.isAsked = conversation.position !== lastSeq
    }
    for (const conversation of this.#conversations.values()) {
      if (listed.has(conversation.id)) continue
      if (conversation.position === null) this.#conversations.delete(conversation.id)
      else conversation.isAsked = true
    }
    this.#hasOverview = true
  }

  /** Something came of a conversation of which it is not known where to begin. */
  get hasUnknown(): boolean {
    return this.#some(({ position }) => position === null).length > 0
  }

  /** Where to ask from, at most so many. */
  missing(most: number): Position[] {
    const behind = this.#some(({ position, lastSeq, isAsked }) => {
      return position !== null && (isAsked || position < lastSeq)
    })
    return behind.slice(0, most).map((conversation) => {
      conversation.isAsked = false
      return { id: conversation.id, seq: conversation.position! }
    })
  }

  /**
   * The frames that the answer is about were taken in before it. Where none of them brought anything, nothing is left: only then
   * is a conversation removed, for its last entries come in pages as well.
   */
  answered(asked: readonly Position[], { gone, reset }: SyncAck): void {
    const conversations = asked.flatMap(({ id }) => this.#conversations.get(id) ?? [])
    const isAtEnd = asked.every(({ id, seq }) => this.#conversations.get(id)?.position === seq)
    const left = new Set(gone)
    for (const conversation of conversations) {
      if (isAtEnd) conversation.lastSeq = conversation.position!
      if (!left.has(conversation.id)) continue
      if (isAtEnd) this.#remove(conversation)
      else conversation.isAsked = true
    }
    for (const { id, seq } of reset) {
      const conversation = left.has(id) ? undefined : this.#conversations.get(id)
      if (conversation) this.#reset(conversation, seq)
    }
  }

  /** Forgets everything: what is still waiting for its turn is not delivered any more. */
  clear(): void {
    for (const { id } of this.#conversations.values())
      this.#turns.run(id, () => this.#parts.positions.remove(id))
    this.#conversations.clear()
    this.#hasOverview = false
  }

  #begin(id: number, position: number | null = null): Conversation {
    const conversation = { id, position, lastSeq: position ?? 0, isAsked: false }
    this.#conversations.set(id, conversation)
    return conversation
  }

  /** One that appears while the application runs is announced like one that begins anew. */
  #learn(conversation: Conversation, seq: number): void {
    if (this.#hasOverview) return this.#reset(conversation, seq)
    conversation.position = seq
    this.#store(conversation, seq)
  }

  #reset(conversation: Conversation, seq: number): void {
    const { id } = conversation
    conversation.position = seq
    this.#run(conversation, () => this.#parts.reset(id, seq))
    this.#store(conversation, seq)
  }

  #remove(conversation: Conversation): void {
    const { id } = conversation
    this.#conversations.delete(id)
    this.#turns.run(id, () => this.#parts.gone(id))
    this.#turns.run(id, () => this.#parts.positions.remove(id))
  }

  #hand(conversation: Conversation, entry: Entry): void {
    this.#run(conversation, () => this.#parts.deliver(entry))
    this.#store(conversation, entry.seq)
  }

  /** @param stored where the position is stored already */
  #advance(conversation: Conversation, seq: number, stored?: number): void {
    if (seq <= conversation.position!) return
    conversation.position = seq
    if (seq !== stored) this.#store(conversation, seq)
  }

  #store(conversation: Conversation, seq: number): void {
    this.#run(conversation, () => this.#parts.positions.write(conversation.id, seq))
  }

  /** Unless the conversation is forgotten before its turn comes. */
  #run(conversation: Conversation, step: () => unknown): void {
    const { id } = conversation
    const isKnown = () => this.#conversations.get(id) === conversation
    this.#turns.run(id, () => (isKnown() ? step() : undefined))
  }

  #some(wanted: (conversation: Conversation) => boolean): Conversation[] {
    return [...this.#conversations.values()].filter(wanted)
  }
}

/** The service refuses a list for one of its members. */
function isPosition(id: number, seq: number): boolean {
  return Number.isSafeInteger(id) && Number.isSafeInteger(seq) && id > 0 && seq >= 0
}

function names(entry: Entry, kind: 'joined' | 'left', userId: number | null): boolean {
  return entry.kind === kind && userId !== null && (entry.content.userIds ?? []).includes(userId)
}
