import { errors } from '@adonisjs/lock'
import type { LockService } from '@adonisjs/lock/types'
import { clock } from './clock.js'
import { E_LOCK_BUSY, SharedStateLost } from './errors.js'
import type { Hold } from './locks.js'

export type Lock = ReturnType<LockService['createLock']>

/** A lock stands for a short time only, and its holder renews it while it lives. */
export const LEASE_MS = 30_000

/** Of a lease: two renewals may fail before it ends. */
const RENEWED_AT = 1 / 3

/** A lock that is renewed while its work runs, until its time is up. */
export class LockLease implements Hold {
  #lost = false
  readonly #endsAt: number
  readonly #timer: NodeJS.Timeout

  /** Of a lock that was acquired for `leaseMs`, or for `ttlMs` where that is less. */
  constructor(
    private readonly lock: Pick<Lock, 'extend'>,
    ttlMs: number,
    private readonly leaseMs: number
  ) {
    this.#endsAt = clock.elapsed() + ttlMs
    this.#timer = setInterval(() => void this.#renew(), leaseMs * RENEWED_AT).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async assertHeld(): Promise<void> {
    await this.#extend()
    if (this.#lost) throw new E_LOCK_BUSY()
  }

  /** What cannot be asked now is asked again the next time; `assertHeld` says so. */
  async #renew(): Promise<void> {
    await this.#extend().catch(() => undefined)
    if (this.#lost) this.stop()
  }

  /** Never beyond the end of its time: whoever hangs for good must not keep others out for good. */
  async #extend(): Promise<void> {
    const leftMs = Math.floor(this.#endsAt - clock.elapsed())
    if (leftMs <= 0) this.#lost = true
    if (this.#lost) return
    try {
      await this.lock.extend(Math.min(this.leaseMs, leftMs))
    } catch (error) {
      if (!(error instanceof errors.E_LOCK_NOT_OWNED))
        throw new SharedStateLost(undefined, { cause: error })
      this.#lost = true
    }
  }
}
