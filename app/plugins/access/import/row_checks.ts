import { Refusal } from '#kernel/errors/main'
import { hasDepartment } from '#kernel/acting/main'
import type { Permission } from '#kernel/permissions/main'
import { type Said, say } from '#kernel/languages/main'
import { userPermissions } from '../permissions.js'
import type { Change } from '../rules/admin_transaction.js'
import { assertHeld, assertPlace } from '../rules/user_rules.js'
import type { Person, RoleRecord } from '../snapshot/access_snapshot.js'
import type { ImportReport } from './import_report.js'

const NOBODY = 0

/** The rules for single users, applied to rows: what they refuse becomes a fault. Departments and roles are checked once each. */
export class RowChecks {
  readonly #refusals = new Map<string, Said | null>()

  constructor(
    private readonly change: Change,
    private readonly report: ImportReport
  ) {}

  /** Whether a new user may be in the department. */
  department(row: number, departmentId: number | null): boolean {
    const refused = this.#refusal(`place ${departmentId}`, () =>
      assertPlace(departmentId, this.change.snapshot)
    )
    if (refused) this.report.add(row, 'departmentId', refused)
    return refused === null
  }

  /** Whether an existing user may be moved to the department. */
  newDepartment(row: number, departmentId: number | null): boolean {
    const reach = this.change.own.grantOf(userPermissions.update.code)?.reach
    if (departmentId === null || (reach && hasDepartment(reach, departmentId)))
      return this.department(row, departmentId)
    this.report.add(row, 'departmentId', say`There is no department ${departmentId}`)
    return false
  }

  /** Whether a user of the department who has these roles would hold no more than the operator. */
  roles(
    row: number,
    field: string,
    departmentId: number | null,
    roleIds: readonly number[]
  ): boolean {
    for (const role of this.change.snapshot.rolesOf(roleIds)) {
      const from = dependsOnDepartment(role) ? departmentId : null
      const beyond = this.#refusal(`role ${role.id} ${from}`, () =>
        this.change.rule.assertPerson({ id: NOBODY, departmentId }, [role])
      )
      if (!beyond) continue
      this.report.add(row, field, beyond)
      return false
    }
    return true
  }

  /** Whether the operator holds a permission for the user. */
  permission(row: number, field: string, permission: Permission, user: Person): void {
    this.rule(row, field, () => assertHeld(permission, user, this.change))
  }

  rule(row: number, field: string, rule: () => void): void {
    const refused = refusalOf(rule)
    if (refused) this.report.add(row, field, refused)
  }

  #refusal(key: string, rule: () => void): Said | null {
    const known = this.#refusals.get(key)
    if (known !== undefined) return known
    const refusal = refusalOf(rule)
    this.#refusals.set(key, refusal)
    return refusal
  }
}

function dependsOnDepartment({ dataScope }: RoleRecord): boolean {
  return dataScope === 'department' || dataScope === 'department_and_below'
}

function refusalOf(rule: () => void): Said | null {
  try {
    rule()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.errors?.[0]?.message ?? error.said
  }
}
