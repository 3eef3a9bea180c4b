import { clock } from '#kernel/state/clock'
import type { SessionEvent } from './session_events.js'

/** Events in the order in which they came, until it is let go. */
export class HeardEvents implements AsyncDisposable {
  readonly all: SessionEvent[] = []
  #wake: () => void = () => undefined

  constructor(private readonly stop: () => Promise<void>) {}

  add(event: SessionEvent): void {
    this.all.push(event)
    this.#wake()
  }

  /** What `look` finds, looking again at each arrival; `null` when it finds nothing in time. */
  async until<T>(look: () => T | undefined | false, longestMs: number): Promise<T | null> {
    const deadline = clock.elapsed() + longestMs
    for (;;) {
      const found = look()
      if (found) return found
      const left = deadline - clock.elapsed()
      if (left <= 0) return null
      await this.#arrival(left)
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  #arrival(longestMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, longestMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
