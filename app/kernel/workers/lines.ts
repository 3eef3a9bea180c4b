/** Whose turn it is by which parts, from the largest to the line itself: a room, a network, an address. */
export type Place = readonly string[]

export interface Waiting {
  place: Place
  enter: () => void
  refuse: (reason: Error) => void
}

/** A line, or parts that take turns and are made of lines or further parts. Places within one part are equally deep. */
export class Lines {
  #size = 0
  readonly #waiting: Waiting[] = []
  readonly #parts = new Map<string, Lines>()

  get size(): number {
    return this.#size
  }

  sizeAt([key, ...rest]: Place): number {
    if (key === undefined) return this.#size
    return this.#parts.get(key)?.sizeAt(rest) ?? 0
  }

  add([key, ...rest]: Place, waiting: Waiting): void {
    this.#size++
    if (key === undefined) return void this.#waiting.push(waiting)
    const part = this.#parts.get(key) ?? new Lines()
    this.#parts.set(key, part)
    part.add(rest, waiting)
  }

  /** The first who may go of the part that waits longest for a turn; that part is then behind the others. */
  takeFirst(mayGo: (waiting: Waiting) => boolean): Waiting | undefined {
    for (const [key, part] of this.#parts) {
      const next = part.takeFirst(mayGo)
      if (!next) continue
      this.#parts.delete(key)
      if (part.size > 0) this.#parts.set(key, part)
      return this.#count(next)
    }
    const [first] = this.#waiting
    return first && mayGo(first) ? this.#count(this.#waiting.shift()) : undefined
  }

  /** Takes out who gives up. Says whether they were there still. */
  remove([key, ...rest]: Place, waiting: Waiting): boolean {
    const isGone =
      key === undefined ? this.#leave(waiting) : !!this.#parts.get(key)?.remove(rest, waiting)
    if (!isGone) return false
    if (key !== undefined) this.#forgetEmpty(key)
    this.#size--
    return true
  }

  /** Takes out one of the first part of the place, for who comes there; see `makeRoomAt`. */
  makeRoomWithin([key, ...rest]: Place): Waiting | undefined {
    return this.#count(this.#parts.get(key!)?.makeRoomAt(rest))
  }

  /**
   * Takes out the end of the longest line of the largest part, where that has more than the part of who comes then will;
   * else the same within their part. `undefined` where theirs would be no smaller anywhere.
   */
  makeRoomAt([key, ...rest]: Place): Waiting | undefined {
    if (key === undefined) return undefined
    const own = this.#parts.get(key)
    const [, largest] = this.#largest()!
    if (largest.size > (own?.size ?? 0) + 1) return this.#takeLast()
    return this.#count(own?.makeRoomAt(rest))
  }

  #takeLast(): Waiting | undefined {
    const largest = this.#largest()
    if (!largest) return this.#count(this.#waiting.pop())
    const [key, part] = largest
    const last = part.#takeLast()
    this.#forgetEmpty(key)
    return this.#count(last)
  }

  /** Of those that are equally large the last: it waits for a turn the shortest. */
  #largest(): [string, Lines] | undefined {
    let largest: [string, Lines] | undefined
    for (const part of this.#parts) if (part[1].size >= (largest?.[1].size ?? 0)) largest = part
    return largest
  }

  #leave(waiting: Waiting): boolean {
    const at = this.#waiting.indexOf(waiting)
    if (at >= 0) this.#waiting.splice(at, 1)
    return at >= 0
  }

  #forgetEmpty(key: string): void {
    if (this.#parts.get(key)!.size === 0) this.#parts.delete(key)
  }

  #count(taken: Waiting | undefined): Waiting | undefined {
    if (taken) this.#size--
    return taken
  }
}
