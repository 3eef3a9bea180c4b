import type { Stamp } from '#kernel/state/main'

export interface Bucket {
  key: string
  /** At most so many pass in any second, wherever the second begins. */
  perSecond: number
}

export interface LimitResult {
  allowed: boolean
  limit: number
  remaining: number
  /** 0 when allowed; otherwise the time until one more would pass. */
  retryAfterMs: number
  /** Until the bucket is as if it had never been used. */
  resetMs: number
  /** Of the watched keys, as by `Versions.read`; `null` while the shared store is lost. */
  stamp: Stamp | null
}

/** What every request asks of the shared state, in one round trip: may it pass, and are the facts kept still good. */
export abstract class RequestLimiter {
  /** Never throws: while the shared store is lost the limit holds for this process alone. */
  abstract enter(bucket: Bucket, watched: readonly string[]): Promise<LimitResult>
}
