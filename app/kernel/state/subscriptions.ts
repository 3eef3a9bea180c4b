import type { Logger } from '@adonisjs/core/logger'
import type { BusHandler } from './bus.js'

/** Handlers of this process by channel. One that fails is logged, and the others run. */
export class Subscriptions {
  readonly #handlers = new Map<string, Set<BusHandler>>()

  constructor(private readonly logger: Logger) {}

  /** `true` for the first handler of the channel. */
  add(channel: string, handler: BusHandler): boolean {
    const handlers = this.#handlers.get(channel)
    if (handlers) {
      handlers.add(handler)
      return false
    }
    this.#handlers.set(channel, new Set([handler]))
    return true
  }

  /** `true` when it was the last handler of the channel. */
  remove(channel: string, handler: BusHandler): boolean {
    const handlers = this.#handlers.get(channel)
    if (!handlers?.delete(handler) || handlers.size > 0) return false
    return this.#handlers.delete(channel)
  }

  has(channel: string): boolean {
    return this.#handlers.has(channel)
  }

  channels(): string[] {
    return [...this.#handlers.keys()]
  }

  /** Hands a JSON text to those who listen, after the caller is done. */
  deliver(channel: string, json: string): void {
    const handlers = this.#handlers.get(channel)
    if (!handlers) return
    const payload: unknown = JSON.parse(json)
    for (const handler of handlers) this.run(channel, () => handler(payload))
  }

  run(channel: string, work: () => unknown): void {
    Promise.resolve()
      .then(work)
      .catch((error) => this.logger.error({ err: error, channel }, 'a message handler failed'))
  }
}
