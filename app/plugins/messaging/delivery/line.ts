import type { Parcel } from './parcel.js'

/** What this node has delivered of one conversation, and what waits for its turn. */
export class Line {
  /** `seq` of the last one delivered; 0 before the first. */
  delivered = 0
  /** A worker is delivering asynchronously; new parcels must queue up. */
  busy = false
  readonly #waiting = new Map<number, Parcel>()
  #arrived: (() => void) | null = null

  constructor(readonly conversationId: number) {}

  get idle(): boolean {
    return !this.busy && this.#waiting.size === 0
  }

  get waitingCount(): number {
    return this.#waiting.size
  }

  wait(parcel: Parcel): void {
    if (parcel.seq > this.delivered) this.#waiting.set(parcel.seq, parcel)
    this.#arrived?.()
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

  /** Gives up on what is missing or in the way. */
  clear(): void {
    this.#waiting.clear()
  }
}
