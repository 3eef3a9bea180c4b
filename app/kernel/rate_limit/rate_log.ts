import type { Reading, WindowRule } from './sliding_window.js'

export interface TakeOptions {
  amount: number
  /** Counts even beyond the limit. */
  force?: boolean
  /** After a refusal everything is refused for this long. */
  blockMs?: number
}

/** What was counted lately, by key; the limiter's store is based on it. */
export abstract class RateLog {
  abstract take(key: string, rule: WindowRule, options: TakeOptions): Promise<Reading>

  /** `null` when nothing counts and nothing is blocked. */
  abstract peek(key: string, rule: WindowRule): Promise<Reading | null>

  /** Takes back the latest. */
  abstract giveBack(key: string, amount: number): Promise<void>

  /** Makes `used` count, all of it until `lastMs` from now. */
  abstract fill(key: string, rule: WindowRule, used: number, lastMs: number): Promise<void>
  abstract block(key: string, ms: number): Promise<void>

  /** `true` when there was something. */
  abstract delete(key: string): Promise<boolean>

  /** Forgets every key that begins so. */
  abstract clear(prefix: string): Promise<void>
}
