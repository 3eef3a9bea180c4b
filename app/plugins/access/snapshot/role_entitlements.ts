import type { Operator } from '#kernel/acting/main'
import type { Stamp } from '#kernel/state/main'
import { EntitlementsBook, type Entitlements } from '#plugins/identity/main'
import type { Grants } from './grants.js'
import type { GrantCache } from './grant_cache.js'

/** Roles, permissions and menus as front ends show them; worked out once for each of an operator's grants. */
export class RoleEntitlements extends EntitlementsBook {
  readonly #known = new WeakMap<Grants, Entitlements>()

  /** @param catalogue codes of every permission that the mounted plugins declare */
  constructor(
    private readonly grants: GrantCache,
    private readonly catalogue: () => readonly string[]
  ) {
    super()
  }

  async of(operator: Operator, stamp?: Stamp | null): Promise<Entitlements> {
    const held = await this.grants.of(operator, stamp)
    const known = this.#known.get(held)
    if (known) return known

    const entitlements = {
      roles: held.roles.map(({ code }) => code),
      permissions: [...this.#permissionsOf(held)].sort(),
      menus: held.snapshot.menus.shownTo(
        held.everything ? 'all' : held.roles.flatMap(({ menuIds }) => menuIds)
      ),
    }
    this.#known.set(held, entitlements)
    return entitlements
  }

  #permissionsOf(held: Grants): Set<string> {
    if (!held.everything) return held.permissions()
    const carried = [...held.snapshot.menus.all()].map(({ permission }) => permission)
    return new Set([...this.catalogue(), ...carried.filter((permission) => permission !== null)])
  }
}
