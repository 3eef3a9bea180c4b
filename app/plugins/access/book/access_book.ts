import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DEPARTMENTS_KEY } from '#plugins/identity/main'
import { VersionedCache, type Stamp, type Versions } from '#kernel/state/main'
import { loadWorld } from './load_world.js'
import type { World } from './world.js'

/** Version key of roles and menus; bumped after any change of them. */
export const ROLES_KEY = 'roles'
export const WORLD_KEYS = [ROLES_KEY, DEPARTMENTS_KEY] as const

const THE_ONE = 'world'

/** Roles, menus and departments as this node knows them: read once, and again when somebody changed them. */
export class AccessBook {
  readonly #worlds = new VersionedCache<Promise<World>>(1)
  #latest: World | null = null

  constructor(private readonly versions: Versions) {}

  async current(): Promise<World> {
    const stamp: Stamp | null = await this.versions.read(WORLD_KEYS)
    const known = this.#worlds.get(THE_ONE, stamp)
    if (known) return known

    const loading = loadWorld(db.connection())
    this.#worlds.set(THE_ONE, stamp, loading)
    return this.#kept(loading)
  }

  /** For one who holds the lock of the revision, so that it cannot be outdated. */
  async at(revision: number, trx: TransactionClientContract): Promise<World> {
    if (this.#latest?.revision === revision) return this.#latest
    this.#latest = await loadWorld(trx)
    return this.#latest
  }

  async #kept(loading: Promise<World>): Promise<World> {
    try {
      this.#latest = await loading
      return this.#latest
    } catch (error) {
      this.#worlds.delete(THE_ONE)
      throw error
    }
  }
}
