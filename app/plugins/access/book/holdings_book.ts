import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Operator } from '#kernel/acting/main'
import { VersionedCache, type Stamp, type Versions } from '#kernel/state/main'
import { userKey } from '#plugins/identity/main'
import { type AccessBook, WORLD_KEYS } from './access_book.js'
import { Holdings } from './holdings.js'
import type { Person, World } from './world.js'

const CACHED = 20_000
const MOST_IDS = 1_000

/** What operators hold: worked out once per operator and node, and again when its stamp says that something changed. */
export class HoldingsBook {
  readonly #cache = new VersionedCache<Holdings>(CACHED)
  #world: World | null = null
  /** Operators are kept for as long as their sessions and sockets; what they once held is not. */
  readonly #evaluated = new WeakMap<Operator, WeakRef<Holdings>>()

  constructor(
    private readonly versions: Versions,
    private readonly book: AccessBook
  ) {}

  /**
   * @param stamp as the operator's request brought it along; it covers the session too, so it is kept apart from
   * the stamps that this asks for itself
   */
  async of(operator: Operator, stamp?: Stamp | null): Promise<Holdings> {
    const asked = stamp === undefined
    const key = asked ? `${operator.id}` : `${operator.id} ${operator.sessionId}`
    const current = asked
      ? await this.versions.read([userKey(operator.id), ...WORLD_KEYS])
      : (stamp ?? null)

    const known = this.#cache.get(key, current)
    const holdings = known ?? (await this.evaluate(operator))
    if (!known) this.#keep(key, current, holdings)
    if (this.#evaluated.get(operator)?.deref() !== holdings)
      this.#evaluated.set(operator, new WeakRef(holdings))
    return holdings
  }

  /** As the gate found it when it let this operator's request in, or since. */
  async asAdmitted(operator: Operator): Promise<Holdings> {
    return this.#evaluated.get(operator)?.deref() ?? this.of(operator)
  }

  /** Beside those of one world alone: each keeps its world, however large, and of another they are good no more. */
  #keep(key: string, stamp: Stamp | null, holdings: Holdings): void {
    if (stamp === null) return
    if (this.#world !== holdings.world) this.#cache.clear()
    this.#world = holdings.world
    this.#cache.set(key, stamp, holdings)
  }

  async evaluate(person: Person): Promise<Holdings> {
    const world = await this.book.current()
    return new Holdings(world, person, world.rolesOf(await roleIdsOf(person.id, db.connection())))
  }

  /** Of several at once, as they are now. */
  async evaluateAll(persons: readonly Person[]): Promise<Holdings[]> {
    const world = await this.book.current()
    const roleIds = await roleIdsOfAll(persons.map(({ id }) => id))
    return persons.map(
      (person) => new Holdings(world, person, world.rolesOf(roleIds.get(person.id) ?? []))
    )
  }
}

async function roleIdsOfAll(userIds: readonly number[]): Promise<Map<number, number[]>> {
  const ids = new Map<number, number[]>(userIds.map((id) => [id, []]))
  for (let from = 0; from < userIds.length; from += MOST_IDS) {
    const rows = await db
      .from('user_roles')
      .whereIn('user_id', userIds.slice(from, from + MOST_IDS))
      .orderBy('role_id')
      .select('user_id', 'role_id')
    for (const row of rows) ids.get(Number(row.user_id))?.push(row.role_id)
  }
  return ids
}

export async function roleIdsOf(userId: number, client: QueryClientContract): Promise<number[]> {
  const rows = await client
    .from('user_roles')
    .where('user_id', userId)
    .orderBy('role_id')
    .select('role_id')
  return rows.map(({ role_id: id }) => id)
}
