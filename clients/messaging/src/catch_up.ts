import type { OverviewAck, SyncAck } from './frames.js'
import type { Inbox } from './inbox.js'
import type { Link } from './link.js'

export interface CatchUpParts {
  inbox: Inbox
  /** A conversation in which more entries are missing begins anew. */
  mostMissed: number
  failed: (error: unknown) => void
}

/** The service takes so many conversations in one frame. */
const MOST_NAMED = 500
/** Gaps are asked about at most so often. */
const BETWEEN_MS = 1_000

/** Asks the service for what was missed. */
export class CatchUp {
  readonly #parts: CatchUpParts
  #link: Link | null = null
  #isRunning = false
  #needsOverview = false
  #lastRunAt = -BETWEEN_MS
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(parts: CatchUpParts) {
    this.#parts = parts
  }

  /**
   * Resolves once everything missed has been taken in.
   *
   * @param compared it is known where all conversations begin
   */
  async begin(link: Link, compared: () => void): Promise<void> {
    this.#link = link
    this.#needsOverview = true
    await this.#run(link, compared)
  }

  /** Over the same socket: anything may have been missed. */
  again(): void {
    this.#needsOverview = true
    void this.#fill()
  }

  disconnected(): void {
    this.#link = null
    this.#isRunning = false
    this.#stopTimer()
  }

  /** Something is missing. What is about to come by itself does not have to be asked for again and again. */
  soon(): void {
    if (!this.#link || this.#isRunning || this.#timer) return
    const waitMs = Math.max(0, this.#lastRunAt + BETWEEN_MS - performance.now())
    this.#timer = setTimeout(() => void this.#fill(), waitMs)
  }

  async #fill(): Promise<void> {
    this.#stopTimer()
    if (!this.#link || this.#isRunning) return
    this.#needsOverview ||= this.#parts.inbox.hasUnknown
    try {
      await this.#run(this.#link)
    } catch (error) {
      this.#parts.failed(error)
      this.soon()
    }
  }

  async #run(link: Link, compared: () => void = () => undefined): Promise<void> {
    this.#isRunning = true
    try {
      await this.#compare(link)
      compared()
      while (await this.#step(link));
    } finally {
      if (this.#link === link) this.#isRunning = false
      this.#lastRunAt = performance.now()
    }
    if (this.#parts.inbox.hasUnknown) this.soon()
  }

  async #compare(link: Link): Promise<void> {
    if (!this.#needsOverview) return
    this.#needsOverview = false
    try {
      this.#parts.inbox.compare(await link.ask<OverviewAck>({ type: 'sync' }))
    } catch (error) {
      this.#needsOverview = true
      throw error
    }
  }

  /** Resolves to whether there was anything to ask. */
  async #step(link: Link): Promise<boolean> {
    const { inbox, mostMissed: most } = this.#parts
    await this.#compare(link)
    const conversations = inbox.missing(MOST_NAMED)
    if (conversations.length === 0) return false
    inbox.answered(conversations, await link.ask<SyncAck>({ type: 'sync', conversations, most }))
    return true
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }
}
