import { clock, ExpiringMap } from '#kernel/state/main'
import { SlidingWindow, type Reading, type WindowRule } from './sliding_window.js'

/** More keys than one process can let pass in a second; beyond it the least recently begun is forgotten. */
const CAPACITY = 50_000

/** Sliding windows by key, in this process. */
export class SlidingWindows {
  readonly #windows = new ExpiringMap<SlidingWindow>(CAPACITY)

  take(key: string, rule: WindowRule, amount = 1, force = false): Reading {
    const window = this.#windows.get(key) ?? new SlidingWindow()
    const reading = window.take(clock.elapsed(), rule, amount, force)
    if (reading.passed) this.#windows.set(key, window, rule.windowMs)
    return reading
  }

  peek(key: string, rule: WindowRule): Reading | null {
    return this.#windows.get(key)?.peek(clock.elapsed(), rule) ?? null
  }

  giveBack(key: string, amount: number): void {
    this.#windows.get(key)?.giveBack(amount)
  }

  fill(key: string, rule: WindowRule, used: number, lastMs: number): void {
    const window = new SlidingWindow()
    window.fill(clock.elapsed(), rule, used, lastMs)
    this.#windows.set(key, window, lastMs)
  }

  delete(key: string): boolean {
    return this.#windows.delete(key)
  }

  keys(): string[] {
    return this.#windows.keys()
  }

  clear(): void {
    this.#windows.clear()
  }
}
