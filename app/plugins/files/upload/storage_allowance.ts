import { E_UNAVAILABLE } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import type { StateStore } from '#kernel/state/state_store'
import { E_STORAGE_FULL } from '../errors.js'
import type { FilesConfig } from '../files_config.js'
import StoredFile from '../models/stored_file.js'

/** So long a sum is gone on with; then the rows are asked anew. */
const SUM_MS = 60_000

/** How much one user's files may take, over all nodes. The rows are summed once in a minute in which somebody uploads. */
export class StorageAllowance {
  constructor(
    private readonly store: StateStore,
    private readonly config: Pick<FilesConfig, 'storagePerUser'>
  ) {}

  /**
   * How many bytes still go in, before anything is received or fetched.
   *
   * @throws E_STORAGE_FULL where nothing does
   */
  async roomOf(userId: number): Promise<number> {
    const room = this.config.storagePerUser - (await this.#used(userId))
    if (room <= 0) throw new E_STORAGE_FULL()
    return room
  }

  /**
   * Takes room for a file that is about to be kept.
   *
   * @throws E_STORAGE_FULL
   */
  async claim(userId: number, size: number): Promise<void> {
    const key = keyOf(userId)
    const before = await this.#used(userId, key)
    const used = await this.#added(key, size, before + size)
    if (used <= this.config.storagePerUser) return
    await this.#added(key, -size, before)
    throw new E_STORAGE_FULL()
  }

  /** A file of theirs was deleted. */
  async freed(userId: number | null): Promise<void> {
    if (userId !== null) await this.#asked(() => this.store.delete(keyOf(userId)), undefined)
  }

  async #used(userId: number, key = keyOf(userId)): Promise<number> {
    const known = await this.#asked(() => this.store.get(key), null)
    if (known !== null) return Number(known)
    const sum = await sumOf(userId)
    await this.#asked(() => this.store.add(key, String(sum), SUM_MS * 2), false)
    return sum
  }

  #added(key: string, size: number, otherwise: number): Promise<number> {
    return this.#asked(() => this.store.increment(key, SUM_MS * 2, size), otherwise)
  }

  /** While the shared store is lost the rows alone are believed. */
  async #asked<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof E_UNAVAILABLE) return otherwise
      throw error
    }
  }
}

/** One that changes with the minute never ends between being read and being added to. */
function keyOf(userId: number): string {
  return `files:used:${userId}:${Math.floor(clock.now() / SUM_MS)}`
}

async function sumOf(userId: number): Promise<number> {
  const [row] = await actAsSystem('all that somebody keeps counts', () =>
    StoredFile.query().where('ownerId', userId).sum('size as bytes')
  )
  return Number(row?.$extras.bytes ?? 0)
}
