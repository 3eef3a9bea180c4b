import type { Logger } from '@adonisjs/core/logger'
import { clock } from '#kernel/state/clock'
import { E_EDITOR_TOKEN } from '../errors.js'

const MINUTE_MS = 60_000

/** Lines in a minute of clients that have one in it already: of each of them, and of all. */
const OF_CLIENT = 20
const MOST_LINES = 60

/** First lines of clients in a minute: who fills the others keeps nobody's first one out. */
const FIRST_LINES = 60

export interface Refused {
  documentId: number
  /** See `clientKey`. */
  client: string
}

/**
 * Why callbacks are refused. The document server keeps the reason to itself, so whoever looks for it must find it here;
 * but anybody with an address is refused as often as they like, so of one client, document and reason one line a minute is
 * written, and some of one client. The next line, whoever's it is, says how many were left out in all since the line before.
 */
export class RefusalLog {
  #since = Number.NEGATIVE_INFINITY
  #leftOut = 0
  #further = 0
  readonly #written = new Map<string, Set<string>>()

  note(logger: Logger, { documentId, client }: Refused, error: unknown): void {
    if (!(error instanceof E_EDITOR_TOKEN)) return
    const reason = error.message
    if (!this.#isWorthALine(client, `${documentId} ${reason}`)) {
      this.#leftOut++
      return
    }
    const leftOut = this.#leftOut || undefined
    this.#leftOut = 0
    logger.warn({ documentId, client, reason, leftOut }, 'a callback was refused')
  }

  #isWorthALine(client: string, line: string): boolean {
    this.#beginMinute()
    const written = this.#written.get(client)
    if (!written) return this.#isFirst(client, line)
    const isOver = written.size >= OF_CLIENT || this.#further >= MOST_LINES
    if (written.has(line) || isOver) return false
    written.add(line)
    this.#further++
    return true
  }

  #isFirst(client: string, line: string): boolean {
    if (this.#written.size >= FIRST_LINES) return false
    this.#written.set(client, new Set([line]))
    return true
  }

  #beginMinute(): void {
    const now = clock.elapsed()
    if (now - this.#since < MINUTE_MS) return
    this.#since = now
    this.#further = 0
    this.#written.clear()
  }
}
