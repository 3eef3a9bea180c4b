import { tooMany } from '#kernel/rate_limit/main'
import type { Slots } from '#kernel/state/main'

const TRY_AGAIN_SECONDS = 5

export interface IncomingConfig {
  /** Files that come in for one user at a time, over all nodes. */
  uploadsPerUser: number
}

/**
 * How many files come in for one user at a time, over all nodes: those that they send, and those fetched on their behalf.
 * Whatever sends a body of parts has one from before it is read until its operation has ended.
 */
export class IncomingPlaces {
  constructor(
    private readonly slots: Slots,
    private readonly config: IncomingConfig
  ) {}

  /**
   * Runs `work` in one of the places.
   *
   * @throws E_TOO_MANY_REQUESTS where none is free; then `work` has not begun
   */
  async within<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const release = await this.slots.take(`incoming:${userId}`, this.config.uploadsPerUser)
    if (!release) throw tooMany('You have as many files coming in as one may', TRY_AGAIN_SECONDS)
    try {
      return await work()
    } finally {
      await release()
    }
  }
}
