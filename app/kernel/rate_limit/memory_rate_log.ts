import { clock, ExpiringMap } from '#kernel/state/main'
import { RateLog, type TakeOptions } from './rate_log.js'
import type { Reading, WindowRule } from './sliding_window.js'
import { SlidingWindows } from './sliding_windows.js'

export class MemoryRateLog extends RateLog {
  readonly #windows = new SlidingWindows()
  /** key → when the block ends */
  readonly #blocks = new ExpiringMap<number>()

  async take(key: string, rule: WindowRule, options: TakeOptions): Promise<Reading> {
    const blocked = this.#blocked(key, rule)
    if (blocked) return blocked

    const reading = this.#windows.take(key, rule, options.amount, options.force)
    if (reading.passed || !options.blockMs) return reading
    this.#block(key, options.blockMs)
    return { ...reading, waitMs: options.blockMs }
  }

  async peek(key: string, rule: WindowRule): Promise<Reading | null> {
    return this.#blocked(key, rule) ?? this.#windows.peek(key, rule)
  }

  async giveBack(key: string, amount: number): Promise<void> {
    this.#windows.giveBack(key, amount)
  }

  async fill(key: string, rule: WindowRule, used: number, lastMs: number): Promise<void> {
    this.#windows.fill(key, rule, used, lastMs)
  }

  async block(key: string, ms: number): Promise<void> {
    this.#block(key, ms)
  }

  async delete(key: string): Promise<boolean> {
    const unblocked = this.#blocks.delete(key)
    return this.#windows.delete(key) || unblocked
  }

  async clear(prefix: string): Promise<void> {
    for (const map of [this.#blocks, this.#windows]) {
      for (const key of map.keys()) if (key.startsWith(prefix)) map.delete(key)
    }
  }

  #block(key: string, ms: number) {
    this.#blocks.set(key, clock.elapsed() + ms, ms)
  }

  #blocked(key: string, rule: WindowRule): Reading | null {
    const until = this.#blocks.get(key)
    if (until === undefined) return null
    const waitMs = until - clock.elapsed()
    const used = this.#windows.peek(key, rule)?.used ?? 0
    return { passed: false, used, waitMs, resetMs: waitMs }
  }
}
