import type { Logger } from '@adonisjs/core/logger'

/** Logs once when the document server stops answering, and once when it answers again. */
export class ServerPresence {
  #isThere = true

  constructor(private readonly logger: Logger) {}

  answered(): void {
    if (!this.#isThere) this.logger.info('the document server answers again')
    this.#isThere = true
  }

  failed(error: unknown): void {
    if (this.#isThere)
      this.logger.error(
        { err: error },
        'the document server does not answer: run node ace editor:doctor'
      )
    this.#isThere = false
  }
}
