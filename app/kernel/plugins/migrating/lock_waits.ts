import { setTimeout as pause } from 'node:timers/promises'
import { Exception } from '@adonisjs/core/exceptions'
import type { Logger } from '@adonisjs/core/logger'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { lockHolders } from './lock_holders.js'

/** So long a statement waits for a lock, and so long others may come to wait behind it. */
export const LOCK_WAIT_SECONDS = 3

/** In between, all that waited behind it goes on. */
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 15_000
const PATIENCE_MS = 300_000
const LOOK_MS = 1_000

/** PostgreSQL’s word for a lock that was not to be had in time, and that of MySQL and MariaDB. */
const NOT_TO_BE_HAD = new Set(['55P03', 'ER_LOCK_WAIT_TIMEOUT'])

/** What a migration changes is in use, and stays so. */
export class E_MIGRATION_WAITS extends Exception {
  static code = 'E_MIGRATION_WAITS'
  readonly remedied = true
}

/**
 * Runs work of a migration again that got no lock in time, with pauses and for five minutes at most, and says what is waited
 * for and who holds it.
 */
export class LockWaits {
  #migration = 'a migration'
  #isHalfDone = false
  #since: number | null = null
  #holders: string[] = []

  /** @param client another connection than the one that waits */
  constructor(
    private readonly client: QueryClientContract,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly patienceMs = PATIENCE_MS
  ) {}

  /** From now on it is this one that waits. */
  begin(migration: string): void {
    if (migration !== this.#migration) this.#since = null
    this.#migration = migration
    this.#isHalfDone = false
  }

  /** Where statements stand at once, a migration that has begun is not given up any more. */
  standsHalf(): void {
    this.#isHalfDone = true
  }

  /** @throws E_MIGRATION_WAITS; whatever else the work fails with */
  async withRetry<T>(work: () => Promise<T>): Promise<T> {
    for (let next = FIRST_PAUSE_MS; ; next = Math.min(2 * next, LONGEST_PAUSE_MS)) {
      try {
        const answer = await this.#watched(work)
        this.#since = null
        return answer
      } catch (error) {
        if (!NOT_TO_BE_HAD.has((error as { code?: string }).code ?? '')) throw error
        this.#since ??= performance.now()
        if (this.#isOver) throw this.#givenUp(error)
        this.#say(next)
        await pause(next)
      }
    }
  }

  get #isOver(): boolean {
    return !this.#isHalfDone && performance.now() - this.#since! >= this.patienceMs
  }

  /** Who holds a lock is known only while somebody waits for it. */
  async #watched<T>(work: () => Promise<T>): Promise<T> {
    this.#holders = []
    let asking: Promise<unknown> = Promise.resolve()
    const timer = setInterval(() => (asking = this.#look()), LOOK_MS)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      await asking
    }
  }

  async #look(): Promise<void> {
    const holders = await lockHolders(this.client)
    if (holders.length > 0) this.#holders = holders
  }

  #say(pauseMs: number): void {
    const about = { migration: this.#migration, heldBy: this.#holders }
    this.logger.warn(
      about,
      `The migration ${this.#migration} waits for a lock ${this.#by}: it lets others pass and tries again in ${pauseMs / 1000} s`
    )
  }

  #givenUp(cause: unknown): Error {
    return new E_MIGRATION_WAITS(
      `The migration ${this.#migration} got no lock ${this.#by}, for ${Math.round(this.patienceMs / 1000)} s: wait for the end of what holds it (a dump, a long transaction), or end it, then start again.`,
      { cause }
    )
  }

  get #by(): string {
    if (this.#holders.length === 0) return 'of which the database does not tell who holds it'
    return `held by ${this.#holders.join(' and ')}`
  }
}
