import type { HttpRequest } from '@adonisjs/core/http'
import type { Bucket, LimitResult, RequestLimiter } from './request_limiter.js'
import { clientKey } from './client_key.js'
import type { RateBuckets } from './rate_buckets.js'
import type { RequestKeys } from './request_keys.js'

/** May a request pass, by the bucket that claims it or else by its client's address. */
export class RequestLimit {
  #refused = 0

  constructor(
    private readonly limiter: RequestLimiter,
    private readonly buckets: RateBuckets,
    private readonly keys: RequestKeys,
    private readonly perSecond: number
  ) {}

  /** So many were refused since the start. */
  get refused(): number {
    return this.#refused
  }

  async enter(request: HttpRequest): Promise<LimitResult> {
    const passage = await this.#entered(request)
    if (!passage.allowed) this.#refused++
    return passage
  }

  #entered(request: HttpRequest): Promise<LimitResult> {
    const watched = this.keys.keysOf(request)
    if (this.buckets.empty) return this.limiter.enter(this.#byAddress(request), watched)
    return this.#enterClaimed(request, watched)
  }

  async #enterClaimed(request: HttpRequest, watched: readonly string[]): Promise<LimitResult> {
    const claimed = await this.buckets.bucketOf(request)
    return this.limiter.enter(claimed ?? this.#byAddress(request), watched)
  }

  #byAddress(request: HttpRequest): Bucket {
    return { key: `ip:${clientKey(request.ip())}`, perSecond: this.perSecond }
  }
}
