import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'

/** One socket at each step; what comes before the first is done when its turn has come. */
export type Writing = Iterable<unknown>

interface Begun {
  readonly steps: Iterator<unknown>
  readonly done: () => void
}

/** So much of one turn of the loop goes to the sockets of receivers; then others have theirs. */
const SHARE_MS = 5

/**
 * Writes all that goes to many sockets, in the order in which it is asked for, in slices of a turn each. What comes alone is
 * written at once, however long ago the last was.
 */
@inject()
export class FrameWriter {
  readonly #waiting: Begun[] = []
  #spentMs = 0
  #turn: NodeJS.Immediate | null = null

  constructor(private readonly logger: Logger) {}

  /** Resolves once it is written, as is all that was asked for before. */
  write(writing: Writing): Promise<void> {
    const { promise, resolve: done } = Promise.withResolvers<void>()
    this.#waiting.push({ steps: writing[Symbol.iterator](), done })
    if (this.#waiting.length === 1) this.#goOn()
    return promise
  }

  /** As long as the share of this turn lasts. */
  #goOn(): void {
    const began = performance.now()
    const end = began + SHARE_MS - this.#spentMs
    while (this.#waiting.length > 0 && performance.now() < end) this.#step(this.#waiting[0]!)
    this.#spentMs += performance.now() - began
    this.#turn ??= setImmediate(() => this.#inNextTurn())
  }

  #inNextTurn(): void {
    this.#turn = null
    this.#spentMs = 0
    if (this.#waiting.length > 0) this.#goOn()
  }

  #step({ steps, done }: Begun): void {
    try {
      if (!steps.next().done) return
    } catch (error) {
      this.logger.error({ err: error }, 'a frame could not be written; clients catch up by sync')
    }
    this.#waiting.shift()
    done()
  }
}
