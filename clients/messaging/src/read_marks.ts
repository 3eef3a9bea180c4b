import type { Link } from './link.js'

/** How far somebody has read, until the service knows it. */
export class ReadMarks {
  readonly #marks = new Map<number, number>()
  readonly #failed: (error: unknown) => void
  #link: Link | null = null
  #running = false

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed
  }

  mark(conversationId: number, seq: number): void {
    this.#marks.set(conversationId, Math.max(seq, this.#marks.get(conversationId) ?? 0))
    if (this.#link) void this.#tell(this.#link)
  }

  connected(link: Link): void {
    this.#link = link
    void this.#tell(link)
  }

  disconnected(): void {
    this.#link = null
  }

  /** One at a time: marks that come meanwhile go together. */
  async #tell(link: Link): Promise<void> {
    if (this.#running) return
    this.#running = true
    try {
      for (let next = this.#first(); next; next = this.#first()) {
        const [conversationId, seq] = next
        await link.ask({ type: 'read', conversationId, seq })
        if (this.#marks.get(conversationId) === seq) this.#marks.delete(conversationId)
      }
    } catch (error) {
      if (!link.isOver) this.#marks.clear()
      this.#failed(error)
    } finally {
      this.#running = false
    }
  }

  #first(): [number, number] | undefined {
    return this.#marks.entries().next().value
  }
}
