import type { Logger } from '@adonisjs/core/logger'
import type { RunConversion } from './run_conversion.js'

/** Conversions that this node works on. They go on without whoever asked for them, and end with the node. */
export class ConversionRunner {
  readonly #running = new Map<number, Promise<void>>()
  readonly #stopping = new AbortController()

  /** @param make asked anew for each, so that settings are the present ones */
  constructor(
    private readonly make: () => Promise<RunConversion>,
    private readonly logger: Logger
  ) {}

  start(id: number): void {
    if (this.#stopping.signal.aborted || this.#running.has(id)) return
    this.#running.set(id, this.#run(id))
  }

  /** Resolves when nothing runs here. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  /** What is not over is left to other nodes, or to the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
  }

  async #run(id: number): Promise<void> {
    try {
      const run = await this.make()
      await run.handle(id, this.#stopping.signal)
    } catch (error) {
      this.logger.error({ err: error, conversionId: id }, 'a conversion was interrupted')
    } finally {
      this.#running.delete(id)
    }
  }
}
