import type { Sign } from './line_sign.js'
import type { Parcel } from './parcel.js'

interface Behind {
  readonly sign: Sign
  /** `seq` of the last message that comes before it. */
  readonly after: number
}

/** What this node has delivered of one conversation, and what waits for its turn. */
export class Line {
  /** `seq` of the last one delivered; 0 before the first. */
  delivered = 0
  /** A worker is delivering asynchronously; new parcels must queue up. */
  busy = false
  readonly #waiting = new Map<number, Parcel>()
  readonly #signs: Behind[] = []
  #arrived: (() => void) | null = null
  #beyond = 0

  constructor(readonly conversationId: number) {}

  get idle(): boolean {
    return !this.busy && this.isEmpty
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && this.#signs.length === 0
  }

  get waitingCount(): number {
    return this.#waiting.size
  }

  wait(parcel: Parcel): void {
    if (parcel.seq > this.delivered) this.#waiting.set(parcel.seq, parcel)
    this.#arrived?.()
  }

  /** In a line that is full: the last of what comes is kept alone, and what is missing before it is read from the database. */
  waitBeyond(parcel: Parcel): void {
    if (this.#beyond > parcel.seq) return
    this.#waiting.delete(this.#beyond)
    this.#beyond = parcel.seq
    this.wait(parcel)
  }

  /** After all that waits now. */
  waitBehind(sign: Sign): void {
    const after = Math.max(this.delivered, ...this.#waiting.keys())
    this.#signs.push({ sign, after })
  }

  /** The next sign before which nothing waits any more; it waits no longer. */
  takeSign(): Sign | null {
    const [first] = this.#signs
    if (!first || (this.#waiting.size > 0 && first.after > this.delivered)) return null
    return this.#signs.shift()!.sign
  }

  /** Resolves when another parcel has come to wait, or after `ms`. */
  async arrival(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#arrived = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#arrived = null
  }

  /** The waiting parcel with the lowest `seq`; drops those that came twice. */
  lowest(): Parcel | null {
    let lowest: Parcel | null = null
    for (const parcel of this.#waiting.values()) {
      if (parcel.seq <= this.delivered) this.#waiting.delete(parcel.seq)
      else if (!lowest || parcel.seq < lowest.seq) lowest = parcel
    }
    return lowest
  }

  /** Whether the one that comes next is neither delivered nor waiting. */
  missesBefore({ seq }: Parcel): boolean {
    return seq > this.delivered + 1 && !this.#waiting.has(this.delivered + 1)
  }

  done({ seq }: Parcel): void {
    this.#waiting.delete(seq)
    this.delivered = Math.max(this.delivered, seq)
  }

  /** Gives up on messages that are missing or in the way. */
  clear(): void {
    this.#waiting.clear()
  }
}
