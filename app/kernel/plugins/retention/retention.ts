import type { Logger } from '@adonisjs/core/logger'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'

export interface Kept {
  /** The table, for the log. */
  table: string
  /** How long rows are kept once they are of no use; 0 for good. */
  days: number
  /**
   * Removes up to `most` rows that have been of no use since before `beforeMs`. Resolves to how many there were; it is
   * called again until there is none.
   */
  remove(beforeMs: number, most: number): Promise<number>
}

/** No statement removes more: others wait for none of them. */
const AT_ONCE = 500
const DAY_MS = 86_400_000

/** Extension point: rows that grow by themselves, and for how long they are kept. A plugin adds its own when it boots. */
export class Retention {
  readonly #kept: Kept[] = []

  constructor(private readonly logger: Logger) {}

  /** Each node sweeps by what it is set to itself, so the shortest of them would hold for all. */
  keep(kept: Kept): void {
    this.#kept.push(kept)
  }

  /** Removes what was kept for long enough. Resolves to how many rows of each table. */
  async sweep(): Promise<Record<string, number>> {
    const removed: Record<string, number> = {}
    await actAsSystem('remove what was kept for long enough', async () => {
      for (const kept of this.#kept) {
        const rows = await removeAll(kept)
        if (rows > 0) removed[kept.table] = rows
      }
    })
    if (Object.keys(removed).length > 0)
      this.logger.info({ removed }, 'rows that were kept for long enough were removed')
    return removed
  }
}

async function removeAll({ days, remove }: Kept): Promise<number> {
  if (days === 0) return 0
  const beforeMs = clock.now() - days * DAY_MS
  let all = 0
  for (;;) {
    const some = await remove(beforeMs, AT_ONCE)
    if (some === 0) return all
    all += some
  }
}
