import type { Logger } from '@adonisjs/core/logger'
import type { RunConversion } from './run_conversion.js'

/** Conversions that this node works on, independent of the request that began them. */
export class ConversionRunner {
  readonly #running = new Map<number, Promise<void>>()
  readonly #stopping = new AbortController()

  /** @param make called for each conversion, so that the settings are the present ones */
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

  /** Leaves what is not finished to another node, or to the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
  }

  async #run(id: number): Promise<void> {
    try {
      await (await this.make()).handle(id, this.#stopping.signal)
    } catch (error) {
      this.logger.error({ err: error, conversionId: id }, 'a conversion was interrupted')
    } finally {
      this.#running.delete(id)
    }
  }
}
