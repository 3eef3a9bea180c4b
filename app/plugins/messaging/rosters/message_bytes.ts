import { COUNTED_AT_ONCE, spendMessageBytes } from './quotas.js'

/** What a message takes beside its content, and for each whom it mentions. */
const ROW_BYTES = 200
const MENTION_BYTES = 150

/**
 * How much one user's messages take, over all nodes. It is counted in pieces, so that what nodes share is asked once for
 * many small ones.
 */
export class MessageBytes {
  /** User → bytes since the last piece; kept when they go, or who comes again and again would not be counted. */
  readonly #since = new Map<number, number>()

  /** @throws E_TOO_MANY_REQUESTS; then nothing is counted */
  async spend(userId: number, content: string, mentions: number): Promise<void> {
    const bytes = ROW_BYTES + Buffer.byteLength(content) + mentions * MENTION_BYTES
    const before = this.#since.get(userId) ?? 0
    const pieces = Math.floor((before + bytes) / COUNTED_AT_ONCE)
    this.#add(userId, bytes - pieces * COUNTED_AT_ONCE)
    try {
      await spendMessageBytes(userId, pieces)
    } catch (error) {
      this.#add(userId, pieces * COUNTED_AT_ONCE - bytes)
      throw error
    }
  }

  /** Others of theirs may have been counted meanwhile. */
  #add(userId: number, bytes: number): void {
    this.#since.set(userId, Math.max(0, (this.#since.get(userId) ?? 0) + bytes))
  }
}
