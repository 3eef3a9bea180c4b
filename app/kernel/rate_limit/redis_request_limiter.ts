import { randomUUID } from 'node:crypto'
import type { SlidingWindows } from './sliding_windows.js'
import { passThrough } from './memory_request_limiter.js'
import { RequestLimiter, type Bucket, type LimitResult } from './request_limiter.js'
import type { RedisLink, RedisVersions } from '#kernel/state/main'

/** The limiter of all nodes: one script in Redis for each request. While Redis is lost, this process's own count. */
export class RedisRequestLimiter extends RequestLimiter {
  readonly #process = randomUUID()
  #entered = 0

  constructor(
    private readonly link: RedisLink,
    private readonly versions: RedisVersions,
    private readonly windows: SlidingWindows
  ) {
    super()
  }

  enter(bucket: Bucket, watched: readonly string[]): Promise<LimitResult> {
    if (!this.link.ready) return Promise.resolve(passThrough(this.windows, bucket, null))

    this.#gather()
    const stamps = this.versions.keysFor(watched)
    return this.link.client
      .chanceryEnter(
        stamps.length + 1,
        `${this.link.prefix}rate:${bucket.key}`,
        ...stamps,
        bucket.perSecond,
        this.#freshGeneration()
      )
      .then(
        (answer) => this.#passage(bucket.perSecond, answer),
        (error: Error) => {
          this.link.failed(error)
          return passThrough(this.windows, bucket, null)
        }
      )
  }

  /** What requests of one turn of the event loop ask goes out in one write. */
  #gather(): void {
    const { stream } = this.link.client
    if (stream.writableCorked > 0) return
    stream.cork()
    setImmediate(() => stream.uncork())
  }

  /** Never the same twice: a Redis emptied twice must not get the generation of before. */
  #freshGeneration(): string {
    return `${this.#process}.${++this.#entered}`
  }

  #passage(limit: number, answer: string): LimitResult {
    const allowed = answer.startsWith('1')
    this.link.succeeded()
    const usedEnd = answer.indexOf(' ', 2)
    const waitEnd = answer.indexOf(' ', usedEnd + 1)
    const resetEnd = answer.indexOf(' ', waitEnd + 1)
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - Number(answer.slice(2, usedEnd))),
      retryAfterMs: Number(answer.slice(usedEnd + 1, waitEnd)) / 1000,
      resetMs: Number(answer.slice(waitEnd + 1, resetEnd)) / 1000,
      stamp: this.link.connected ? this.versions.stampOf(answer.slice(resetEnd + 1)) : null,
    }
  }
}
