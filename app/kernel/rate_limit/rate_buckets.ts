import type { HttpRequest } from '@adonisjs/core/http'
import type { Bucket } from './request_limiter.js'

/** The bucket that a request belongs into, or `null` when it is none of the claimant's. */
export type BucketClaim = (request: HttpRequest) => Promise<Bucket | null> | Bucket | null

/**
 * Extension point: traffic that is known by something better than its address, such as another server's signed
 * calls, may have a bucket of its own. Asked before every request: decide cheaply, and verify before claiming.
 */
export class RateBuckets {
  readonly #claims: BucketClaim[] = []

  claim(claim: BucketClaim): void {
    this.#claims.push(claim)
  }

  /** The first claim that is not `null`. */
  async bucketOf(request: HttpRequest): Promise<Bucket | null> {
    for (const claim of this.#claims) {
      const bucket = await claim(request)
      if (bucket) return bucket
    }
    return null
  }

  get empty(): boolean {
    return this.#claims.length === 0
  }
}
