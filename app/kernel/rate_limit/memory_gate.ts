import type { SlidingWindows } from './sliding_windows.js'
import { RequestGate, type Bucket, type Passage } from './request_gate.js'
import type { Stamp, MemoryVersions } from '#kernel/state/main'

/** The gate of a process that is alone. */
export class MemoryGate extends RequestGate {
  constructor(
    private readonly windows: SlidingWindows,
    private readonly versions: MemoryVersions
  ) {
    super()
  }

  enter(bucket: Bucket, watched: readonly string[]): Promise<Passage> {
    return Promise.resolve(passThrough(this.windows, bucket, this.versions.stampOf(watched)))
  }
}

/** A request's passage by this process's own count. */
export function passThrough(windows: SlidingWindows, bucket: Bucket, stamp: Stamp | null): Passage {
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
