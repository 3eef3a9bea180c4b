import type { ApplicationService } from '@adonisjs/core/types'
import type { Assembly } from './assembly.js'

/** This node's part in messaging; put together and started when it is first needed. */
export class Messaging {
  #parts: Promise<Assembly> | null = null

  constructor(private readonly app: ApplicationService) {}

  parts(): Promise<Assembly> {
    this.#parts ??= this.#open()
    return this.#parts
  }

  /** Only what was started is stopped. */
  async stop(): Promise<void> {
    const parts = await this.#parts
    this.#parts = null
    if (!parts) return
    const { stop } = await import('./assembly.js')
    await stop(parts)
  }

  get started(): boolean {
    return this.#parts !== null
  }

  async #open(): Promise<Assembly> {
    const { assemble, start } = await import('./assembly.js')
    const parts = await assemble(this.app)
    await start(parts)
    return parts
  }
}
