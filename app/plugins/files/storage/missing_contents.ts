import type { Logger } from '@adonisjs/core/logger'
import { LRUCache } from 'lru-cache'
import { clock } from '#kernel/state/main'

const PACE_MS = 60_000
const MOST_REMEMBERED = 10_000

/** Says of which files the contents are missing, or not whole: of each once, and one line a minute at most. */
export class MissingContents {
  readonly #known = new LRUCache<number, true>({ max: MOST_REMEMBERED })
  #saidAt = -Infinity
  #unsaid: number[] = []

  constructor(
    private readonly logger: Logger,
    private readonly storage: string
  ) {}

  note(fileId: number): void {
    if (this.#known.has(fileId)) return
    this.#known.set(fileId, true)
    this.#unsaid.push(fileId)
    if (clock.elapsed() - this.#saidAt < PACE_MS) return
    this.#saidAt = clock.elapsed()
    const fileIds = this.#unsaid.splice(0)
    this.logger.error(
      { fileIds, storage: this.storage },
      'contents of files are missing from the storage: restore them from a backup'
    )
  }
}
