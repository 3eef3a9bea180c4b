import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/errors/main'
import { AccessCache, RoleHolders } from '#plugins/access/main'
import { People } from '#plugins/identity/main'

/** To whom a notice goes: the union of all that is named. */
export interface Addressees {
  all?: boolean
  userIds?: number[]
  roleIds?: number[]
  /** With the departments beneath them. */
  departmentIds?: number[]
}

const MOST_AT_ONCE = 1_000

/** Active operators that are meant, within the reach of whoever acts; nobody twice. */
@inject()
export class Audience {
  constructor(
    private readonly people: People,
    private readonly roles: RoleHolders,
    private readonly book: AccessCache
  ) {}

  /** In batches. @throws E_VALIDATION when nobody is named */
  async *of(to: Addressees): AsyncGenerator<number[]> {
    if (to.all) return yield* this.people.active(null)
    const { userIds = [], roleIds = [], departmentIds = [] } = to
    if (userIds.length + roleIds.length + departmentIds.length === 0)
      throw new E_VALIDATION('Say to whom: all, userIds, roleIds or departmentIds')

    const told = new Set<number>()
    const named = [...userIds, ...(await this.roles.of(roleIds))]
    for (let from = 0; from < named.length; from += MOST_AT_ONCE)
      yield fresh(told, await this.#reachable(named.slice(from, from + MOST_AT_ONCE)))
    if (departmentIds.length === 0) return
    for await (const batch of this.people.active(await this.#below(departmentIds)))
      yield fresh(told, batch)
  }

  async #reachable(ids: readonly number[]): Promise<number[]> {
    const cards = await this.people.withinReach(ids)
    return [...cards.values()].filter(({ active }) => active).map(({ id }) => id)
  }

  async #below(departmentIds: readonly number[]): Promise<number[]> {
    const { departments } = await this.book.current()
    return [...new Set(departmentIds.flatMap((id) => departments.below(id)))]
  }
}

function fresh(told: Set<number>, ids: readonly number[]): number[] {
  const unheard = ids.filter((id) => !told.has(id))
  for (const id of unheard) told.add(id)
  return unheard
}
