import type { Logger } from '@adonisjs/core/logger'

/** Whether the document server answers: that it does not is logged once, and so is its return. */
export class ServerPresence {
  #isThere = true

  constructor(private readonly logger: Logger) {}

  answered(): void {
    if (!this.#isThere) this.logger.info('the document server is back')
    this.#isThere = true
  }

  failed(error: unknown): void {
    if (this.#isThere)
      this.logger.error({ err: error }, 'the document server is lost: see node ace editor:doctor')
    this.#isThere = false
  }
}
