import type { RateLog, WindowRule } from '#kernel/rate_limit/main'

/** A burst may bring so many seconds' worth at once, as on one socket. */
const WINDOW_SECONDS = 4
const MOST_AT_ONCE = 10
/** Bundles in which the allowance of a window comes, at least: counting is not coarser than that. */
const FEWEST_BUNDLES = 20

/**
 * Frames of one user, over all of their sockets and all nodes. They are counted in bundles, so that what nodes share is
 * asked once in several frames, and nobody's frame waits for the answer.
 */
export class PersonalFrames {
  readonly #bundle: number
  readonly #rule: WindowRule
  /** User → frames since the last bundle; kept when they go, or who comes again and again would not be counted. */
  readonly #since = new Map<number, number>()

  constructor(
    private readonly log: RateLog,
    perSecond: number
  ) {
    const most = perSecond * WINDOW_SECONDS
    this.#bundle = Math.min(MOST_AT_ONCE, Math.max(1, Math.floor(most / FEWEST_BUNDLES)))
    const limit = Math.max(1, Math.floor(most / this.#bundle))
    this.#rule = { limit, windowMs: WINDOW_SECONDS * 1000 }
  }

  /** @param exceeded called, now or soon, where it was one too many */
  count(userId: number, exceeded: () => void): void {
    const since = (this.#since.get(userId) ?? 0) + 1
    if (since < this.#bundle) return void this.#since.set(userId, since)
    this.#since.delete(userId)
    void this.#take(userId, exceeded)
  }

  async #take(userId: number, exceeded: () => void): Promise<void> {
    const { passed } = await this.log.take(`im:frames:${userId}`, this.#rule, { amount: 1 })
    if (!passed) exceeded()
  }
}
