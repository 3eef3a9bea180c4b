import type { Publication } from '../entries/publication.js'

/** Entries of one conversation, in the order of `seq`. */
export class OrderedQueue {
  /** `seq` of the last entry that left; `null` before the first. */
  delivered: number | null = null
  /** The next entry waits for its members to be read. */
  isReading = false
  timer: NodeJS.Timeout | null = null
  /** Changes in a large group, which leave together, and what came before the first of them. */
  readonly together: Publication[] = []
  togetherAfter = 0
  togetherTimer: NodeJS.Timeout | null = null
  readonly #waiting = new Map<number, Publication>()

  get size(): number {
    return this.#waiting.size
  }

  /** Drops what left before. */
  add(publication: Publication): void {
    if (publication.seq > (this.delivered ?? 0)) this.#waiting.set(publication.seq, publication)
  }

  /** The entry after the last one; of a conversation that this node has not heard of yet, the first that came. */
  next(): Publication | undefined {
    return this.delivered === null ? this.#lowest() : this.#waiting.get(this.delivered + 1)
  }

  done({ seq }: Publication): void {
    this.#waiting.delete(seq)
    this.delivered = seq
  }

  /** Goes on with what has come: clients ask for what is missing. */
  skipGap(): void {
    const lowest = this.#lowest()
    if (lowest) this.delivered = lowest.seq - 1
  }

  /** A change of the same message takes the place of the one before it, since both bring the message as it is. */
  holdTogether(publication: Publication): void {
    const { kind, targetSeq, seq } = publication
    if (this.together.length === 0) this.togetherAfter = seq - 1
    const same = this.together.findIndex(
      (one) => targetSeq !== null && one.kind === kind && one.targetSeq === targetSeq
    )
    if (same >= 0) this.together.splice(same, 1)
    this.together.push(publication)
  }

  /** What was held, with `last` behind it. */
  releaseTogether(last?: Publication): { after: number; publications: Publication[] } {
    const after = this.together.length > 0 ? this.togetherAfter : (last?.seq ?? 0) - 1
    const publications = [...this.together.splice(0), ...(last ? [last] : [])]
    return { after, publications }
  }

  stopTimers(): void {
    if (this.timer) clearTimeout(this.timer)
    if (this.togetherTimer) clearTimeout(this.togetherTimer)
    this.timer = this.togetherTimer = null
  }

  #lowest(): Publication | undefined {
    let lowest: Publication | undefined
    for (const publication of this.#waiting.values())
      if (!lowest || publication.seq < lowest.seq) lowest = publication
    return lowest
  }
}
