import { Peer, type Frame } from './peer.js'
import { socketUrl, type Person } from './people.js'

/** A line of a conversation as a client shows it. */
export interface Line {
  seq: number
  kind: string
  actorId: number | null
  content: unknown
  [member: string]: unknown
}

const RECALLED = { content: null, reactions: undefined, pinnedAt: undefined }

/** What a client keeps of its conversations, by the rules that docs/messaging.md gives it. */
export class Device {
  peer!: Peer
  readonly positions = new Map<number, number>()
  readonly #lines = new Map<number, Map<number, Line>>()
  #read = 0

  constructor(readonly owner: Pick<Person, 'user' | 'token'>) {}

  get isConnected(): boolean {
    return this.peer?.ws.readyState === this.peer?.ws.OPEN
  }

  /** What one sees of a line, in order of `seq`. */
  lines(conversationId: number) {
    const lines = [...(this.#lines.get(conversationId)?.values() ?? [])]
    return lines.toSorted((one, other) => one.seq - other.seq).map(shown)
  }

  async connect(): Promise<this> {
    this.peer = await Peer.open(socketUrl(), this.owner.token)
    this.#read = 0
    return this.sync()
  }

  async cut(): Promise<void> {
    await this.settle()
    this.peer.ws.terminate()
    await this.peer.closed
  }

  /** Asks until nothing is missing. */
  async sync(): Promise<this> {
    await this.settle()
    const { positions } = await this.peer.ask({ type: 'sync' })
    const ends = new Map<number, number>()
    for (const [id, lastSeq, , firstSeq] of positions as number[][]) {
      ends.set(id!, lastSeq!)
      if (!this.positions.has(id!)) this.positions.set(id!, firstSeq! - 1)
    }
    for (const id of this.positions.keys()) await this.#catchUp(id, ends.get(id))
    return this
  }

  /** Reads what was written to this socket before. */
  async settle(): Promise<void> {
    await this.peer.ask({ type: 'ping' })
    for (const frame of this.peer.frames.slice(this.#read)) this.#take(frame)
    this.#read = this.peer.frames.length
  }

  async #catchUp(id: number, end = Infinity): Promise<void> {
    for (let before = -1; this.#at(id) < end && this.#at(id) !== before;) {
      before = this.#at(id)
      await this.peer.ask({ type: 'sync', conversations: [{ id, seq: before }] })
      await this.settle()
    }
  }

  #at(id: number): number {
    return this.positions.get(id) ?? 0
  }

  #take({ type, conversationId, after, seq, entries }: Frame): void {
    if (type !== 'entries') return
    const position = this.positions.get(conversationId) ?? after
    if (position < after || position >= seq) return
    for (const entry of entries) if (entry.seq > position) this.#apply(entry)
    this.positions.set(conversationId, seq)
  }

  #apply(entry: Frame): void {
    const { conversationId, seq, kind, targetSeq } = entry
    const lines = this.#lines.get(conversationId) ?? new Map<number, Line>()
    this.#lines.set(conversationId, lines)
    if (targetSeq === undefined) lines.set(seq, entry as unknown as Line)
    const target = lines.get(targetSeq)
    if (target) Object.assign(target, changeBy(entry))
    if (kind !== 'erased') return
    for (const line of lines.values())
      if (line.kind === 'message' && line.actorId === entry.content.userId)
        Object.assign(line, RECALLED, { recalledAt: line.recalledAt ?? entry.createdAt })
  }
}

function changeBy({ kind, content, editedAt, recalledAt, reactions, pinnedAt }: Frame): object {
  if (kind === 'edit') return { content, editedAt }
  if (kind === 'reaction') return { reactions }
  return kind === 'pin' ? { pinnedAt } : { ...RECALLED, recalledAt }
}

/** The same of a line of the history. */
export function shown({ seq, kind, content, reactions, ...rest }: Line) {
  const { editedAt, recalledAt, pinnedAt } = rest
  const at = { edited: editedAt ?? null, recalled: recalledAt ?? null, pinned: pinnedAt ?? null }
  return { seq, kind, content, reactions: reactions ?? {}, ...at }
}
