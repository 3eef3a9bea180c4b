import type { SlidingWindows } from './sliding_windows.js'
import { RequestLimiter, type Bucket, type LimitResult } from './request_limiter.js'
import type { Stamp, MemoryVersions } from '#kernel/state/main'

/** The limiter of a process that is alone. */
export class MemoryRequestLimiter extends RequestLimiter {
  constructor(
    private readonly windows: SlidingWindows,
    private readonly versions: MemoryVersions
  ) {
    super()
  }

  enter(bucket: Bucket, watched: readonly string[]): Promise<LimitResult> {
    return Promise.resolve(passThrough(this.windows, bucket, this.versions.stampOf(watched)))
  }
}

/** A request's passage by this process's own count. */
export function passThrough(
  windows: SlidingWindows,
  bucket: Bucket,
  stamp: Stamp | null
): LimitResult {
  const limit = bucket.perSecond
  const reading = windows.take(bucket.key, { limit, windowMs: 1000 })
  return {
    allowed: reading.passed,
    limit,
    remaining: Math.max(0, limit - reading.used),
    retryAfterMs: reading.waitMs,
    resetMs: reading.resetMs,
    stamp,
  }
}
