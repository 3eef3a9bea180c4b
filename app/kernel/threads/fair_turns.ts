import { E_TOO_MANY_REQUESTS, E_UNAVAILABLE } from '../http/errors.js'

interface Waiting {
  enter: () => void
  refuse: (reason: Error) => void
}

export interface FairTurnsRule {
  atOnce: number
  /** In all lines together. */
  mostWaiting: number
  mostInLine: number
}

const RETRY_AFTER = { headers: { 'Retry-After': '5' } }

/**
 * Lets so much work run at a time. What waits stands in lines by key, and the lines take turns: however long one is, the
 * others wait no longer for it than for one of theirs. When too much waits in all, the end of the longest line goes.
 */
export class FairTurns {
  readonly #lines = new Map<string, Waiting[]>()
  #running = 0
  #waiting = 0

  constructor(private readonly rule: FairTurnsRule) {}

  /**
   * @param signal whoever gives up waiting leaves the line, and the rejection is the signal's reason
   * @throws E_TOO_MANY_REQUESTS when the line is full, E_UNAVAILABLE when all together are; whatever the work throws
   */
  async run<Result>(
    key: string,
    work: () => Promise<Result>,
    signal?: AbortSignal
  ): Promise<Result> {
    signal?.throwIfAborted()
    if (this.#running < this.rule.atOnce) this.#running++
    else await this.#turn(key, signal)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn(key: string, signal?: AbortSignal): Promise<void> {
    const line = this.#lines.get(key) ?? []
    if (line.length >= this.rule.mostInLine) throw new E_TOO_MANY_REQUESTS(undefined, RETRY_AFTER)
    if (this.#waiting >= this.rule.mostWaiting) this.#makeRoomFor(line)
    this.#lines.set(key, line)
    this.#waiting++
    const { promise, resolve: enter, reject: refuse } = Promise.withResolvers<void>()
    const waiting = { enter, refuse }
    line.push(waiting)
    if (!signal) return promise
    const giveUp = () => this.#giveUp(key, waiting, signal.reason as Error)
    signal.addEventListener('abort', giveUp, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  /** Whose turn it is already goes on. */
  #giveUp(key: string, waiting: Waiting, reason: Error): void {
    const line = this.#lines.get(key)
    const place = line?.indexOf(waiting) ?? -1
    if (place < 0) return
    line!.splice(place, 1)
    if (line!.length === 0) this.#lines.delete(key)
    this.#waiting--
    waiting.refuse(reason)
  }

  #makeRoomFor(line: readonly Waiting[]): void {
    let longest: Waiting[] = []
    for (const other of this.#lines.values()) if (other.length > longest.length) longest = other
    if (longest.length <= line.length + 1) throw new E_UNAVAILABLE(undefined, RETRY_AFTER)
    this.#waiting--
    longest.pop()!.refuse(new E_UNAVAILABLE(undefined, RETRY_AFTER))
  }

  /** The place is handed on, not given up: nobody who comes slips in before those who wait. */
  #next(): void {
    const [first] = this.#lines
    if (!first) return void this.#running--
    const [key, line] = first
    this.#lines.delete(key)
    const next = line.shift()!
    if (line.length > 0) this.#lines.set(key, line)
    this.#waiting--
    next.enter()
  }
}
