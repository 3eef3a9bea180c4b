import type { Position, SyncAck } from './frames.js'
import type { Inbox } from './inbox.js'
import type { Link } from './link.js'

/** The service takes so many in one frame. */
const MOST_NAMED = 500
/** A message of another sender that was numbered before is usually just behind. */
const PATIENCE_MS = 250
/** Clocks of nodes differ a little, and a commit takes its time. */
const MARGIN_MS = 10_000

/** Asks the service for what was missed, in pages, and tells the inbox when nothing more will come. */
export class CatchUp {
  readonly #inbox: Inbox
  readonly #failed: (error: unknown) => void
  #link: Link | null = null
  #running = false
  #again = false
  #since: string | undefined
  /** Up to where recalls were heard. */
  #recalls: string | undefined
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(inbox: Inbox, failed: (error: unknown) => void) {
    this.#inbox = inbox
    this.#failed = failed
  }

  /** Up to when everything has been heard, by the service's clock. */
  heard(serverTime: string): void {
    if (!this.#running) this.#since = withMargin(serverTime)
  }

  /** Resolves once everything missed has been taken in. */
  async connected(link: Link): Promise<void> {
    this.#link = link
    this.#again = false
    this.#running = true
    try {
      await this.#run(link)
    } finally {
      this.#running = false
    }
    if (this.#again) this.soon(true)
  }

  disconnected(): void {
    this.#link = null
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** @param patiently what is missing may be about to come by itself */
  soon(patiently: boolean): void {
    if (this.#running) this.#again = true
    else this.#timer ??= setTimeout(() => void this.#fill(), patiently ? PATIENCE_MS : 0)
  }

  async #fill(): Promise<void> {
    this.#timer = null
    const link = this.#link
    if (this.#running) this.#again = true
    if (this.#running || !link || this.#inbox.gaps().length === 0) return
    await this.connected(link).catch((error) => this.#failed(error))
  }

  async #run(link: Link): Promise<void> {
    const gaps = new Map(this.#inbox.gaps().map(({ id, seq }) => [id, seq]))
    const named = new Set<number>()
    let more = true
    while (more || this.#unnamed(named).length > 0) {
      const positions = this.#next(named)
      const { anew, ...ack } = await link.ask<SyncAck>({
        type: 'sync',
        conversations: positions,
        since: this.#since,
        recalls: this.#recalls,
      })
      this.#recalls = ack.recalls
      for (const { id } of positions) named.add(id)
      this.#judge(positions, anew)
      for (const { id } of anew) {
        gaps.delete(id)
        named.delete(id)
      }
      this.#settle(ack.conversations, positions)
      more = ack.more || anew.length > 0
      if (!more) this.#since = withMargin(ack.serverTime)
    }
    for (const [id, seq] of gaps) this.#inbox.settle(id, seq)
  }

  /** What the service gives anew it has not brought yet: it waits to be asked from there. */
  #judge(asked: Position[], anew: Position[]): void {
    const back = new Map(anew.map((position) => [position.id, position]))
    for (const { id } of asked) {
      const position = back.get(id)
      if (position) this.#inbox.goBack(id, position.seq, position.createdAt)
      else this.#inbox.release(id)
    }
  }

  /** Those with a gap, then those that were not named yet, then the others. */
  #next(named: ReadonlySet<number>): Position[] {
    const known = this.#inbox.positions()
    if (known.length <= MOST_NAMED) return known
    const withGap = new Set(this.#inbox.gaps().map(({ id }) => id))
    const rank = ({ id }: Position) => (withGap.has(id) ? 0 : named.has(id) ? 2 : 1)
    return known.sort((a, b) => rank(a) - rank(b) || a.id - b.id).slice(0, MOST_NAMED)
  }

  #unnamed(named: ReadonlySet<number>): Position[] {
    const known = this.#inbox.positions()
    return known.length <= MOST_NAMED ? [] : known.filter(({ id }) => !named.has(id))
  }

  /** Of a known conversation that was not named the service does not know how far it had come. */
  #settle(reached: Position[], asked: Position[]): void {
    const named = new Set(asked.map(({ id }) => id))
    for (const { id, seq } of reached) {
      if (named.has(id) || !this.#inbox.isKnown(id)) this.#inbox.settle(id, seq)
    }
  }
}

function withMargin(serverTime: string): string {
  return new Date(Date.parse(serverTime) - MARGIN_MS).toISOString()
}
