import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Operator } from '#kernel/acting/main'
import { Gate, type Grant } from '#kernel/permissions/main'
import { VersionedCache, type Stamp, type Versions } from '#kernel/state/main'
import { userKey } from '#plugins/identity/main'
import { type AccessCache, ACCESS_KEYS } from './access_cache.js'
import { Grants } from './grants.js'
import type { Person, AccessSnapshot } from './access_snapshot.js'

const CACHED = 20_000
const MOST_IDS = 1_000

/**
 * The gate: who holds what, by the roles they have. Worked out once per operator and node, and again when its stamp says
 * that something changed.
 */
export class GrantCache extends Gate {
  readonly #cache = new VersionedCache<Grants>(CACHED)
  #snapshot: AccessSnapshot | null = null

  constructor(
    private readonly versions: Versions,
    private readonly snapshots: AccessCache
  ) {
    super()
  }

  async grantOf(
    operator: Operator,
    permission: string,
    stamp?: Stamp | null
  ): Promise<Grant | null> {
    return (await this.of(operator, stamp)).grantOf(permission)
  }

  /** In one query, whatever their number. */
  override async grantsOf(
    operators: readonly Operator[],
    permission: string
  ): Promise<Map<number, Grant>> {
    const grants = new Map<number, Grant>()
    for (const held of await this.#evaluateAll(operators)) {
      const grant = held.grantOf(permission)
      if (grant) grants.set(held.person.id, grant)
    }
    return grants
  }

  /**
   * @param stamp of the operator's request; it covers the session too, so what it belongs to is cached under another
   * key
   */
  async of(operator: Operator, stamp?: Stamp | null): Promise<Grants> {
    const asked = stamp === undefined
    const key = asked ? `${operator.id}` : `${operator.id} ${operator.sessionId}`
    const current = asked
      ? await this.versions.read([userKey(operator.id), ...ACCESS_KEYS])
      : (stamp ?? null)

    const known = this.#cache.get(key, current)
    if (known) return known
    const grants = await this.evaluate(operator)
    this.#remember(key, current, grants)
    return grants
  }

  /** Grants of one snapshot only: each refers to its snapshot, however large, and those of an older one are outdated. */
  #remember(key: string, stamp: Stamp | null, grants: Grants): void {
    if (stamp === null) return
    if (this.#snapshot !== grants.snapshot) this.#cache.clear()
    this.#snapshot = grants.snapshot
    this.#cache.set(key, stamp, grants)
  }

  async evaluate(person: Person): Promise<Grants> {
    const snapshot = await this.snapshots.current()
    return new Grants(
      snapshot,
      person,
      snapshot.rolesOf(await roleIdsOf(person.id, db.connection()))
    )
  }

  /** Of several at once, as they are now. */
  async #evaluateAll(persons: readonly Person[]): Promise<Grants[]> {
    const snapshot = await this.snapshots.current()
    const ids = persons.map(({ id }) => id)
    const roleIds = await roleIdsOfAll(ids, db.connection())
    return persons.map(
      (person) => new Grants(snapshot, person, snapshot.rolesOf(roleIds.get(person.id) ?? []))
    )
  }
}

export async function roleIdsOfAll(
  userIds: readonly number[],
  client: QueryClientContract
): Promise<Map<number, number[]>> {
  const ids = new Map<number, number[]>(userIds.map((id) => [id, []]))
  for (let from = 0; from < userIds.length; from += MOST_IDS) {
    const rows = await client
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
