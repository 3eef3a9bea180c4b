import { randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import type { StateStore } from '#kernel/state/main'
import { E_STORAGE_FULL } from '../errors.js'
import type { FilesConfig } from '../files_config.js'
import StoredFile from '../models/stored_file.js'
import { StorageTurnover } from './storage_turnover.js'

/** So long a sum is gone on with; then the rows are asked anew. */
const SUM_MS = 60_000
/** A sum is never gone on with for so long, so that none ends between being read and being added to. */
const KEPT_MS = 10 * SUM_MS
/** What a node that died was about to keep counts for so long. */
const CLAIM_MS = 3_600_000
/** What a file takes at least, in bytes: a row and a block of the disk, however little is in it. */
const LEAST_ROOM = 4 * 1024

interface Claim {
  name: string
  userId: number
  size: number
}

/** How much one user's files may take, over all nodes. The rows are summed once in a minute in which somebody uploads. */
export class StorageAllowance {
  /** What this node is about to keep. */
  readonly #here = new Set<Claim>()
  readonly #turnover: StorageTurnover

  constructor(
    private readonly store: StateStore,
    private readonly config: Pick<FilesConfig, 'storagePerUser' | 'graceHours'>
  ) {
    this.#turnover = new StorageTurnover(store, config)
  }

  /**
   * How many bytes still go in, before anything is received or fetched.
   *
   * @throws E_STORAGE_FULL where nothing does
   */
  async roomOf(userId: number): Promise<number> {
    const shared = async () => this.#usedOf(await this.#sumOf(userId), userId)
    const used = (await this.#asked(shared, null)) ?? (await this.#usedHere(userId))
    const room = this.config.storagePerUser - used
    if (room <= 0) throw new E_STORAGE_FULL()
    return room
  }

  /**
   * Takes room for a file that is about to be kept. What they delete meanwhile frees their room, but its contents lie
   * there until the sweep: of these they fill so much in a while. The caller disposes of it once the row of the file is there, or is
   * not to be: until then it counts beside the rows.
   *
   * @throws E_STORAGE_FULL; E_TOO_MANY_REQUESTS where they have filled and freed too much
   */
  async claim(userId: number, size: number): Promise<AsyncDisposable> {
    const room = Math.max(size, LEAST_ROOM)
    const claim = { name: `${randomUUID()} ${room}`, userId, size: room }
    const isShared = await this.#asked(() => this.#claimShared(claim), false)
    if (!isShared) await this.#claimHere(claim)
    this.#here.add(claim)
    await this.#spendTurnover(claim)
    return { [Symbol.asyncDispose]: () => this.#release(claim) }
  }

  /** A file of theirs was deleted. */
  async freed(userId: number | null): Promise<void> {
    if (userId !== null) await this.#asked(() => this.store.delete(sumKey(userId)), undefined)
  }

  /** A sum that another took the place of meanwhile may not have counted what was claimed here: then once more. */
  async #claimShared(claim: Claim): Promise<true> {
    const { name, userId, size } = claim
    const sum = await this.#sumOf(userId)
    await this.#usedOf(sum, userId)
    const used = await this.store.increment(sum, KEPT_MS, size)
    if (used > this.config.storagePerUser) {
      await this.store.increment(sum, KEPT_MS, -size)
      throw new E_STORAGE_FULL()
    }
    await this.store.addMember(claimsKey(userId), name, CLAIM_MS)
    if ((await this.store.get(sumKey(userId))) === sum) return true
    await this.store.removeMember(claimsKey(userId), name)
    return this.#claimShared(claim)
  }

  async #claimHere(claim: Claim): Promise<void> {
    const used = await this.#usedHere(claim.userId)
    if (used + claim.size > this.config.storagePerUser) throw new E_STORAGE_FULL()
    this.#here.add(claim)
  }

  async #spendTurnover(claim: Claim): Promise<void> {
    const { userId, size } = claim
    try {
      await this.#asked(() => this.#turnover.spend(userId, size), undefined)
    } catch (error) {
      await this.#release(claim)
      await this.freed(userId)
      throw error
    }
  }

  async #release(claim: Claim): Promise<void> {
    this.#here.delete(claim)
    const { name, userId } = claim
    await this.#asked(() => this.store.removeMember(claimsKey(userId), name), undefined)
  }

  /** The key of the sum that is gone on with; by the shared store's clock, so that all nodes go on with the same. */
  async #sumOf(userId: number): Promise<string> {
    const known = await this.store.get(sumKey(userId))
    if (known !== null) return known
    const fresh = `files:used:${userId}:${randomUUID()}`
    return (await this.store.add(sumKey(userId), fresh, SUM_MS)) ? fresh : this.#sumOf(userId)
  }

  /** What is claimed is asked for before the rows: what becomes one in between is counted twice rather than never. */
  async #usedOf(sum: string, userId: number): Promise<number> {
    const known = await this.store.get(sum)
    if (known !== null) return Number(known)
    const claims = await this.store.members(claimsKey(userId))
    const claimed = claims.reduce((bytes, name) => bytes + Number(name.split(' ')[1]), 0)
    const used = claimed + (await bytesOf(userId))
    await this.store.add(sum, String(used), KEPT_MS)
    return used
  }

  /** While the shared store is lost: the rows, and what this node is about to keep, or was when they were asked. */
  async #usedHere(userId: number): Promise<number> {
    const before = [...this.#here]
    const bytes = await bytesOf(userId)
    const claims = [...new Set([...before, ...this.#here])]
    const own = claims.filter((claim) => claim.userId === userId)
    return own.reduce((sum, { size }) => sum + size, bytes)
  }

  async #asked<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof E_UNAVAILABLE) return otherwise
      throw error
    }
  }
}

const sumKey = (userId: number) => `files:sum:${userId}`
const claimsKey = (userId: number) => `files:claims:${userId}`

async function bytesOf(userId: number): Promise<number> {
  const [row] = await actAsSystem('all that somebody keeps counts', () =>
    StoredFile.query()
      .where('ownerId', userId)
      .select(
        db.raw(`sum(case when size < ${LEAST_ROOM} then ${LEAST_ROOM} else size end) as bytes`)
      )
  )
  return Number(row?.$extras.bytes ?? 0)
}
