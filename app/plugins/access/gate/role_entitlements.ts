import type { Operator } from '#kernel/acting/main'
import type { Stamp } from '#kernel/state/main'
import { EntitlementsBook, type Entitlements } from '#plugins/identity/main'
import type { Holdings } from '../book/holdings.js'
import type { HoldingsBook } from '../book/holdings_book.js'

/** Roles, permissions and menus as front ends show them; worked out once for each of an operator's holdings. */
export class RoleEntitlements extends EntitlementsBook {
  readonly #known = new WeakMap<Holdings, Entitlements>()

  /** @param catalogue codes of every permission that the mounted plugins declare */
  constructor(
    private readonly holdings: HoldingsBook,
    private readonly catalogue: () => readonly string[]
  ) {
    super()
  }

  async of(operator: Operator, stamp?: Stamp | null): Promise<Entitlements> {
    const held = await this.holdings.of(operator, stamp)
    const known = this.#known.get(held)
    if (known) return known

    const entitlements = {
      roles: held.roles.map(({ code }) => code),
      permissions: [...this.#permissionsOf(held)].sort(),
      menus: held.world.menus.shownTo(
        held.everything ? 'all' : held.roles.flatMap(({ menuIds }) => menuIds)
      ),
    }
    this.#known.set(held, entitlements)
    return entitlements
  }

  #permissionsOf(held: Holdings): Set<string> {
    if (!held.everything) return held.permissions()
    const carried = [...held.world.menus.all()].map(({ permission }) => permission)
    return new Set([...this.catalogue(), ...carried.filter((permission) => permission !== null)])
  }
}
