import { E_TOO_MANY_REQUESTS, Overloaded } from '#kernel/errors/main'
import { Lines, type Place, type Waiting } from './lines.js'

export type { Place } from './lines.js'

export interface FairTurnsRule {
  atOnce: number
  /** Of those at once what one line may have; all of them unless said otherwise. */
  ofOne?: number
  /** In all lines of one room together. */
  mostWaiting: number
  mostInLine: number
  /** What whoever is refused is told; that too many ask, unless said otherwise. */
  busy?: string
}

const RETRY_AFTER = { headers: { 'Retry-After': '5' } }

/**
 * Lets so much work run at a time. What waits stands in lines, and the lines take turns: however long one is, the others
 * wait no longer for it than for one of theirs. So do the parts that lines belong to, such as networks, and the rooms,
 * of which each has its own places to wait. However many turns are free, a line has its share of them. When too much waits in a room, the end of the longest line of the largest
 * part goes.
 */
export class FairTurns {
  readonly #rooms = new Lines()
  readonly #ofLines = new Map<string, number>()
  #running = 0

  constructor(private readonly rule: FairTurnsRule) {}

  /**
   * @param place the room, then the parts, then the line; as deep for everybody in the room
   * @param signal whoever gives up waiting leaves the line, and the rejection is the signal's reason
   * @throws E_TOO_MANY_REQUESTS when the line is full, Overloaded (503) when the room is; whatever the work throws
   */
  async run<Result>(
    place: Place,
    work: () => Promise<Result>,
    signal?: AbortSignal
  ): Promise<Result> {
    signal?.throwIfAborted()
    if (this.#running < this.rule.atOnce && this.#mayGo(place)) this.#count(place, 1)
    else await this.#turn(place, signal)
    try {
      return await work()
    } finally {
      this.#count(place, -1)
      this.#next()
    }
  }

  #turn(place: Place, signal?: AbortSignal): Promise<void> {
    if (this.#rooms.sizeAt(place) >= this.rule.mostInLine)
      throw new E_TOO_MANY_REQUESTS(this.rule.busy, RETRY_AFTER)
    if (this.#rooms.sizeAt(place.slice(0, 1)) >= this.rule.mostWaiting) this.#makeRoomAt(place)
    const { promise, resolve: enter, reject: refuse } = Promise.withResolvers<void>()
    const waiting = { place, enter, refuse }
    this.#rooms.add(place, waiting)
    if (!signal) return promise
    const giveUp = () => this.#giveUp(place, waiting, signal.reason as Error)
    signal.addEventListener('abort', giveUp, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  /** Whose turn it is already goes on. */
  #giveUp(place: Place, waiting: Waiting, reason: Error): void {
    if (this.#rooms.remove(place, waiting)) waiting.refuse(reason)
  }

  #makeRoomAt(place: Place): void {
    const putOut = this.#rooms.makeRoomWithin(place)
    const refusal = new Overloaded(this.rule.busy, RETRY_AFTER)
    if (!putOut) throw refusal
    putOut.refuse(refusal)
  }

  /** Whoever is next counts from now on: nobody who comes slips in before those who wait. */
  #next(): void {
    const next = this.#rooms.takeFirst(({ place }) => this.#mayGo(place))
    if (!next) return
    this.#count(next.place, 1)
    next.enter()
  }

  #mayGo(place: Place): boolean {
    const { ofOne = Infinity } = this.rule
    return (this.#ofLines.get(lineAt(place)) ?? 0) < ofOne
  }

  #count(place: Place, more: number): void {
    const line = lineAt(place)
    const running = (this.#ofLines.get(line) ?? 0) + more
    if (running > 0) this.#ofLines.set(line, running)
    else this.#ofLines.delete(line)
    this.#running += more
  }
}

function lineAt(place: Place): string {
  return place.join('\0')
}
