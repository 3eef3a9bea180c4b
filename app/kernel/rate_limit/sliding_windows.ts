import { LRUCache } from 'lru-cache'
import { clock } from '#kernel/state/main'
import { SlidingWindow, type Reading, type WindowRule } from './sliding_window.js'

/** More keys than one process can let pass in a second; beyond it the least recently used is forgotten. */
const CAPACITY = 50_000

/** Sliding windows by key, in this process. */
export class SlidingWindows {
  readonly #windows = new LRUCache<string, SlidingWindow>({ max: CAPACITY })

  take(key: string, rule: WindowRule): Reading {
    let window = this.#windows.get(key)
    if (!window) this.#windows.set(key, (window = new SlidingWindow()))
    return window.take(clock.elapsed(), rule)
  }
}
