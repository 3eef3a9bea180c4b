import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DEPARTMENTS_KEY } from '#plugins/identity/main'
import { VersionedCache, type Stamp, type Versions } from '#kernel/state/main'
import { loadSnapshot } from './load_snapshot.js'
import type { AccessSnapshot } from './access_snapshot.js'

/** Version key of roles and menus; bumped after any change of them. */
export const ROLES_KEY = 'roles'
export const WORLD_KEYS = [ROLES_KEY, DEPARTMENTS_KEY] as const

const THE_ONE = 'snapshot'

/** Roles, menus and departments as this node knows them: read once, and again when somebody changed them. */
export class AccessCache {
  readonly #snapshots = new VersionedCache<Promise<AccessSnapshot>>(1)
  #latest: AccessSnapshot | null = null
  /** What was begun last: no older than what any request was admitted by. */
  #loading: Promise<AccessSnapshot> | null = null

  constructor(private readonly versions: Versions) {}

  async current(): Promise<AccessSnapshot> {
    const stamp: Stamp | null = await this.versions.read(WORLD_KEYS)
    const known = this.#snapshots.get(THE_ONE, stamp)
    if (known) return known

    const loading = loadSnapshot(db.connection())
    this.#snapshots.set(THE_ONE, stamp, loading)
    this.#loading = loading
    return this.#kept(loading)
  }

  /** No older than what admitted the present request; asks nobody. */
  latest(): Promise<AccessSnapshot> {
    return this.#loading ?? this.current()
  }

  /** For one who holds the lock of the revision, so that it cannot be outdated. */
  async at(revision: number, trx: TransactionClientContract): Promise<AccessSnapshot> {
    if (this.#latest?.revision === revision) return this.#latest
    this.#latest = await loadSnapshot(trx)
    return this.#latest
  }

  async #kept(loading: Promise<AccessSnapshot>): Promise<AccessSnapshot> {
    try {
      this.#latest = await loading
      return this.#latest
    } catch (error) {
      if (this.#loading === loading) this.#loading = null
      this.#snapshots.delete(THE_ONE)
      throw error
    }
  }
}
