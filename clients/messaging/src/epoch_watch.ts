import type { PositionStore } from './position_store.js'
import { isPromise } from './promises.js'

export interface EpochWatchParts {
  positions: PositionStore
  /** Over how long clients spread what they load anew. */
  reloadWithinMs: number
  /** Everything that is known counts no more. */
  forget: () => void
  /** Now it is loaded anew. */
  reload: (epoch: string) => void
  failed: (error: unknown) => void
}

/** Notices that the service's numbers have begun anew, as after a restored backup. */
export class EpochWatch {
  readonly #parts: EpochWatchParts
  #epoch: string | null
  #reloadAt: number | null = null

  constructor(parts: EpochWatchParts) {
    this.#parts = parts
    this.#epoch = parts.positions.readEpoch()
  }

  /** Everything is forgotten, and not loaded anew yet. */
  get isWaiting(): boolean {
    return this.#reloadAt !== null
  }

  /** Resolves once what the service says may be loaded. */
  async check(epoch: string): Promise<void> {
    if (this.#epoch !== epoch) this.#begin(epoch)
    if (this.#reloadAt === null) return
    await pause(Math.max(0, this.#reloadAt - performance.now()))
    if (this.#reloadAt === null || this.#epoch !== epoch) return
    this.#reloadAt = null
    this.#parts.reload(epoch)
  }

  #begin(epoch: string): void {
    if (this.#epoch !== null) {
      this.#reloadAt = performance.now() + Math.random() * this.#parts.reloadWithinMs
      this.#parts.forget()
    }
    this.#epoch = epoch
    this.#store(epoch)
  }

  #store(epoch: string): void {
    try {
      const stored = this.#parts.positions.writeEpoch(epoch)
      if (isPromise(stored)) Promise.resolve(stored).catch(this.#parts.failed)
    } catch (error) {
      this.#parts.failed(error)
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
