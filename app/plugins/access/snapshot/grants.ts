import { unionOf, type Reach } from '#kernel/acting/main'
import type { Grant } from '#kernel/permissions/main'
import type { Person, RoleRecord, AccessSnapshot } from './access_snapshot.js'

const CACHED = 20_000

/** What one person holds, by the enabled roles they have. */
export class Grants {
  readonly #grants = new Map<string, Grant | null>()
  readonly roles: readonly RoleRecord[]
  readonly #roleIds: readonly number[]

  constructor(
    readonly snapshot: AccessSnapshot,
    readonly person: Person,
    roles: readonly RoleRecord[]
  ) {
    this.roles = roles.filter(({ enabled }) => enabled)
    this.#roleIds = Object.freeze(this.roles.map(({ id }) => id))
  }

  /** Whether a built-in role makes them hold whatever there is. */
  get everything(): boolean {
    return this.roles.some(({ builtIn }) => builtIn)
  }

  /** The roles through which they hold a permission. */
  grantors(permission: string): RoleRecord[] {
    return this.roles.filter(({ builtIn, granted }) => builtIn || granted.has(permission))
  }

  grantOf(permission: string): Grant | null {
    const known = this.#grants.get(permission)
    if (known !== undefined) return known

    const grant = this.#through(this.grantors(permission))
    if (this.#grants.size < CACHED) this.#grants.set(permission, grant)
    return grant
  }

  /** What they may give of a permission: what they hold, and what is inactive until its plugin is mounted again. */
  mayHandOut(permission: string): Grant | null {
    const inactive = this.roles.filter((role) => role.inactive.has(permission))
    if (inactive.length === 0) return this.grantOf(permission)
    return this.#through([...new Set([...this.grantors(permission), ...inactive])])
  }

  permissions(): Set<string> {
    return new Set(this.roles.flatMap(({ granted }) => [...granted]))
  }

  /** One role's reach is given as it is: it is the same object for many people, and its ids are written once. */
  #through(granting: readonly RoleRecord[]): Grant | null {
    const reaches: Reach[] = granting.map((role) => this.snapshot.reachThrough(role, this.person))
    if (reaches.length === 0) return null
    const reach = reaches.length === 1 ? reaches[0]! : unionOf(reaches)
    return Object.freeze({ reach, roles: this.#roleIds })
  }
}
