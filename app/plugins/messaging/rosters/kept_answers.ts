import { clock } from '#kernel/state/main'

const KEPT_MS = 60_000
const MOST_KEPT = 50_000

interface Answer {
  readonly allowed: boolean
  readonly until: number
}

/** Whether one person may write to another, for a minute at most; found by either of the two. */
export class KeptAnswers {
  readonly #ofAsking = new Map<number, Map<number, Answer>>()
  readonly #askingOf = new Map<number, Set<number>>()
  #size = 0

  /** `undefined` where nothing is known. */
  get(userId: number, other: number): boolean | undefined {
    const answer = this.#ofAsking.get(userId)?.get(other)
    return answer && answer.until > clock.elapsed() ? answer.allowed : undefined
  }

  keep(userId: number, other: number, allowed: boolean): void {
    if (this.#size >= MOST_KEPT) this.clear()
    const answers = this.#ofAsking.get(userId) ?? new Map<number, Answer>()
    this.#ofAsking.set(userId, answers)
    if (!answers.has(other)) this.#size++
    answers.set(other, { allowed, until: clock.elapsed() + KEPT_MS })
    const asking = this.#askingOf.get(other) ?? new Set()
    this.#askingOf.set(other, asking.add(userId))
  }

  /** What is known of one of the two towards the other. */
  forgetOne(userId: number, other: number): void {
    const answers = this.#ofAsking.get(userId)
    if (!answers?.delete(other)) return
    this.#size--
    if (answers.size === 0) this.#ofAsking.delete(userId)
    const asking = this.#askingOf.get(other)!
    asking.delete(userId)
    if (asking.size === 0) this.#askingOf.delete(other)
  }

  /** Whatever concerns somebody. */
  forget(userId: number): void {
    for (const other of [...(this.#ofAsking.get(userId)?.keys() ?? [])])
      this.forgetOne(userId, other)
    for (const asking of [...(this.#askingOf.get(userId) ?? [])]) this.forgetOne(asking, userId)
  }

  clear(): void {
    this.#ofAsking.clear()
    this.#askingOf.clear()
    this.#size = 0
  }
}
