import { tooMany } from '#kernel/rate_limit/main'
import { clock, type StateStore } from '#kernel/state/main'
import type { FilesConfig } from '../files_config.js'

/** So many times their room may somebody fill until what they freed is swept. */
const TURNOVER = 2

const PARTS = 24
const HOUR_MS = 3_600_000

/**
 * How much one user's files have taken within the grace of the sweep, over all nodes: what was deleted meanwhile lies there still. It
 * is counted in a few sums, each of a part of that time, however many files they were.
 */
export class StorageTurnover {
  constructor(
    private readonly store: StateStore,
    private readonly config: Pick<FilesConfig, 'storagePerUser' | 'graceHours'>
  ) {}

  /** @throws E_TOO_MANY_REQUESTS; then nothing is counted */
  async spend(userId: number, bytes: number): Promise<void> {
    const partMs = this.#partMs
    const part = Math.floor(clock.now() / partMs)
    const [present, ...earlier] = Array.from({ length: PARTS }, (_, ago) =>
      keyOf(userId, part - ago)
    )
    const sums = await this.store.getMany(earlier)
    const before = sums.reduce((all, sum) => all + Number(sum ?? 0), 0)
    const lastsMs = (PARTS + 1) * partMs
    const now = await this.store.increment(present!, lastsMs, bytes)
    if (before + now <= TURNOVER * this.config.storagePerUser) return
    await this.store.increment(present!, lastsMs, -bytes)
    const spent = 'With what you deleted since, your files take as much room as they may'
    throw tooMany(spent, partMs / 1000)
  }

  get #partMs(): number {
    return Math.ceil((Math.max(1, this.config.graceHours) * HOUR_MS) / PARTS)
  }
}

const keyOf = (userId: number, part: number) => `files:turnover:${userId}:${part}`
