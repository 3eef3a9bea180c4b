import type { Change, Entry, Erased } from './frames.js'

/** What alters messages that an application may have read over HTTP. */
export type LaterChange = Change | Erased

const KEPT_MS = 60_000

/** Changes that came a short while ago: an HTTP answer under way may not have them yet. */
export class RecentChanges {
  readonly #now: () => number
  #changes: { change: LaterChange; at: number }[] = []

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  add(entry: Entry): void {
    if (!isChange(entry) && entry.kind !== 'erased') return
    const at = this.#now()
    while (this.#changes[0] && at - this.#changes[0].at > KEPT_MS) this.#changes.shift()
    this.#changes.push({ change: entry, at })
  }

  /** In order of `seq`. */
  after(conversationId: number, asOf: number): LaterChange[] {
    return this.#changes
      .map(({ change }) => change)
      .filter((change) => change.conversationId === conversationId && change.seq > asOf)
  }

  clear(): void {
    this.#changes = []
  }
}

export function isChange(entry: Entry): entry is Change {
  return 'targetSeq' in entry
}
