import { Refusal } from '#kernel/errors/main'
import { hasDepartment } from '#kernel/acting/main'
import type { Permission } from '#kernel/permissions/main'
import { userPermissions } from '../permissions.js'
import type { Change } from '../rules/admin_transaction.js'
import { assertHeld, assertPlace } from '../rules/user_rules.js'
import type { Person, RoleRecord } from '../snapshot/access_snapshot.js'
import type { ImportReport } from './import_report.js'

const NOBODY = 0

/** The rules for users one by one, which answer with faults of rows; departments and roles are judged once each. */
export class RowRules {
  readonly #verdicts = new Map<string, string | null>()

  constructor(
    private readonly change: Change,
    private readonly report: ImportReport
  ) {}

  /** Whether users may be put there. */
  place(row: number, departmentId: number | null): boolean {
    const refused = this.#verdict(`place ${departmentId}`, () =>
      assertPlace(departmentId, this.change.snapshot)
    )
    if (refused) this.fault(row, 'departmentId', refused)
    return refused === null
  }

  /** The same of users who are moved there. */
  move(row: number, departmentId: number | null): boolean {
    const reach = this.change.own.grantOf(userPermissions.update.code)?.reach
    if (departmentId === null || (reach && hasDepartment(reach, departmentId)))
      return this.place(row, departmentId)
    this.fault(row, 'departmentId', `There is no department ${departmentId}`)
    return false
  }

  /** Somebody of a department who has these roles holds no more than the one who acts. */
  covered(
    row: number,
    field: string,
    departmentId: number | null,
    roleIds: readonly number[]
  ): boolean {
    for (const role of this.change.snapshot.rolesOf(roleIds)) {
      const from = reachesFromPlace(role) ? departmentId : null
      const beyond = this.#verdict(`role ${role.id} ${from}`, () =>
        this.change.rule.assertPerson({ id: NOBODY, departmentId }, [role])
      )
      if (!beyond) continue
      this.fault(row, field, beyond)
      return false
    }
    return true
  }

  /** The one who acts holds the permission for this user. */
  held(row: number, field: string, permission: Permission, user: Person): void {
    this.holds(row, field, () => assertHeld(permission, user, this.change))
  }

  /** What is refused becomes a fault. */
  holds(row: number, field: string, rule: () => void): void {
    const refused = refusalOf(rule)
    if (refused) this.fault(row, field, refused)
  }

  fault(row: number, field: string, message: string): void {
    this.report.add({ row, field, message })
  }

  #verdict(key: string, judge: () => void): string | null {
    const known = this.#verdicts.get(key)
    if (known !== undefined) return known
    const verdict = refusalOf(judge)
    this.#verdicts.set(key, verdict)
    return verdict
  }
}

function reachesFromPlace({ dataScope }: RoleRecord): boolean {
  return dataScope === 'department' || dataScope === 'department_and_below'
}

function refusalOf(judge: () => void): string | null {
  try {
    judge()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.errors?.[0]?.message ?? error.message
  }
}
