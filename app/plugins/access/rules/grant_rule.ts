import type { Reach } from '#kernel/acting/main'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import type { Grants } from '../snapshot/grants.js'
import type { Person, RoleDefinition, AccessSnapshot } from '../snapshot/access_snapshot.js'

/**
 * Nobody hands out more than they hold: the one place where that is decided. Roles count with all that their menus
 * and buttons carry, enabled or not, for what is disabled today may be enabled tomorrow by somebody who holds less.
 */
export class GrantRule {
  /**
   * @param own what the operator holds
   * @param snapshot as it is, or as it would be after the change that is judged
   */
  constructor(
    private readonly own: Grants,
    private readonly snapshot: AccessSnapshot
  ) {}

  /** A person with these roles would hold nothing that the operator does not. */
  assertPerson(person: Person, roles: readonly RoleDefinition[]): void {
    for (const role of roles) this.#assertCovered(role, [this.snapshot.reachThrough(role, person)])
  }

  /**
   * A role gives nothing beyond one's own, neither to oneself nor to those who have it.
   *
   * @param holders departments of those who have it
   */
  assertRole(role: RoleDefinition, holders: readonly (number | null)[]): void {
    const people = holders.map((departmentId) => ({ id: NOBODY, departmentId }))
    const reaches = [this.own.person, ...people].map((one) => this.snapshot.reachThrough(role, one))
    this.#assertCovered(role, [...new Set(reaches)])
  }

  /** Menus are everybody's: what they carry must be held without limit of rows. */
  assertMenus(menus: readonly { permission: string | null }[]): void {
    if (this.own.everything) return
    for (const { permission } of menus) {
      if (permission === null) continue
      if (this.own.mayHandOut(permission)?.reach.kind !== 'all') refuse(permission)
    }
  }

  /** Rows of these departments come within reach of those who have one of the roles. */
  assertBranch(roles: readonly RoleDefinition[], departments: readonly number[]): void {
    const reach: Reach = { kind: 'rows', owner: null, departments }
    for (const role of roles) this.#assertCovered(role, [reach])
  }

  #assertCovered(role: RoleDefinition, reaches: readonly Reach[]): void {
    if (this.own.everything) return
    if (role.builtIn) refuse('everything')
    for (const permission of this.snapshot.carriedBy(role)) {
      const grant = this.own.mayHandOut(permission)
      if (!grant || !reaches.every((reach) => covers(grant.reach, reach))) refuse(permission)
    }
  }
}

/** Of a holder only the department matters: rows of their own are theirs. */
const NOBODY = 0

function refuse(permission: string): never {
  throw new E_FORBIDDEN(
    say`Nobody hands out, or changes, more than they hold themselves: "${permission}" goes beyond what you hold`
  )
}

const known = new WeakMap<Reach, WeakMap<Reach, boolean>>()

/**
 * Whether one reach has all the departments of another. Rows that somebody owns are theirs: to let them reach these
 * takes nothing that another would have to hold.
 */
export function covers(own: Reach, wanted: Reach): boolean {
  if (own.kind === 'all') return true
  if (wanted.kind === 'all') return false
  if (own === wanted || wanted.departments.length === 0) return true

  const answers = known.get(own) ?? new WeakMap<Reach, boolean>()
  known.set(own, answers)
  const answer = answers.get(wanted) ?? hasAll(own.departments, wanted.departments)
  answers.set(wanted, answer)
  return answer
}

function hasAll(own: readonly number[], wanted: readonly number[]): boolean {
  const held = new Set(own)
  return wanted.every((id) => held.has(id))
}
