import { E_FORBIDDEN } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import { yieldIfDue } from '#kernel/workers/main'
import { say } from '#kernel/languages/main'
import { assertStrong } from '#plugins/identity/main'
import { userPermissions } from '../permissions.js'
import type { Change } from '../rules/admin_transaction.js'
import { assertNotSelf } from '../rules/user_rules.js'
import type { ImportMode } from '../validators/import_validators.js'
import {
  existingUsers,
  hasOtherRoles,
  hasOtherStatus,
  isChanged,
  type ChangedUser,
  type ExistingUser,
} from './existing_users.js'
import type { ImportReport } from './import_report.js'
import { RowChecks } from './row_checks.js'
import { RowEmails } from './row_emails.js'
import { RowPositions } from './row_positions.js'
import { RowReferences } from './row_references.js'
import type { UserOfFile } from './user_rows.js'

/** A user whom a row creates. */
export interface NewUser extends Omit<UserOfFile, 'departmentId' | 'positionId'> {
  departmentId: number | null
  positionId: number | null
  roleIds: number[]
}

export interface PlanOptions {
  mode: ImportMode
  /** Whether existing users of the file stay as they are until the transaction ends. */
  lock: boolean
}

/** What the rows of a file create and change, by the rules for single users. Rows with faults are left out. */
export class ImportPlan {
  readonly created: NewUser[] = []
  readonly updated: ChangedUser[] = []
  unchanged = 0

  private constructor(
    private readonly mode: ImportMode,
    private readonly references: RowReferences,
    private readonly positions: RowPositions,
    private readonly checks: RowChecks,
    private readonly emails: RowEmails,
    private readonly report: ImportReport
  ) {}

  /** @throws E_FORBIDDEN for who may not change users */
  static async of(
    users: readonly UserOfFile[],
    { mode, lock }: PlanOptions,
    change: Change,
    report: ImportReport
  ): Promise<ImportPlan> {
    const { code } = userPermissions.update
    if (mode !== 'create' && !change.own.grantOf(code))
      throw new E_FORBIDDEN(say`This needs the permission "${code}"`)
    const references = await RowReferences.of(users, change, report)
    const positions = await RowPositions.of(users, change.trx, report)
    const names = users.map(({ username }) => username)
    const existing = await existingUsers(names, change, lock && mode !== 'create')
    const addresses = users.flatMap(
      (user) => user.email ?? existing.get(user.username)?.email ?? []
    )
    const emails = await RowEmails.of(addresses, report, change.trx)
    const checks = new RowChecks(change, report)
    const plan = new ImportPlan(mode, references, positions, checks, emails, report)
    for (const user of users) {
      plan.#add(user, existing.get(user.username))
      await yieldIfDue()
    }
    return plan
  }

  #add(user: UserOfFile, existing: ExistingUser | undefined): void {
    const { row, username } = user
    if (!existing && this.mode !== 'update') return this.#create(user)
    if (existing?.reached && this.mode !== 'create') return this.#update(user, existing)
    const message =
      this.mode === 'update'
        ? say`There is no user "${username}"`
        : say`There is already a user "${username}"`
    this.report.add(row, 'username', message)
  }

  #create(user: UserOfFile): void {
    const faults = this.report.count
    const roleIds = this.references.rolesOf(user) ?? []
    const departmentId = this.references.departmentOf(user) ?? currentOperator().departmentId
    if (this.checks.department(user.row, departmentId))
      this.checks.roles(user.row, 'roles', departmentId, roleIds)
    const positionId = this.positions.of(user, null)
    this.emails.check(user.row, user)
    if (this.report.count === faults)
      this.created.push({ ...user, departmentId, positionId, roleIds })
  }

  #update(user: UserOfFile, existing: ExistingUser): void {
    const faults = this.report.count
    const changed = this.#changed(user, existing)
    const differs = isChanged(changed)
    if (differs) {
      if (this.#mayBeChanged(user.row, existing)) this.#check(changed)
      this.emails.check(user.row, changed.after)
    }
    if (this.report.count > faults) return
    if (differs) this.updated.push(changed)
    else this.unchanged += 1
  }

  #changed(user: UserOfFile, before: ExistingUser): ChangedUser {
    const { row, password } = user
    const { nickname = before.nickname, status = before.status } = user
    const { email = before.email, phone = before.phone } = user
    const departmentId = this.references.departmentOf(user) ?? before.departmentId
    const positionId = this.positions.of(user, before.positionId)
    const roleIds = this.references.rolesOf(user) ?? before.roleIds
    const profile = { nickname, status, email, phone, departmentId, positionId }
    const after = { ...before, ...profile, roleIds }
    return { row, before, after, password }
  }

  #mayBeChanged(row: number, { erasedAt, departmentId, roleIds }: ExistingUser): boolean {
    if (!erasedAt) return this.checks.roles(row, 'username', departmentId, roleIds)
    this.report.add(row, 'username', 'Their personal data is erased; nothing changes')
    return false
  }

  #check(changed: ChangedUser): void {
    const { row, before, after } = changed
    const moves = after.departmentId !== before.departmentId
    if (moves && !this.checks.newDepartment(row, after.departmentId)) return
    if (hasOtherStatus(changed)) this.#checkStatus(changed)
    if (hasOtherRoles(changed)) this.checks.permission(row, 'roles', userPermissions.roles, before)
    if (moves || hasOtherRoles(changed))
      this.checks.roles(row, 'roles', after.departmentId, after.roleIds)
    if (changed.password !== undefined) this.#checkPassword(changed, changed.password)
  }

  #checkStatus({ row, before, after }: ChangedUser): void {
    this.checks.permission(row, 'status', userPermissions.status, before)
    if (after.status === 'disabled')
      this.checks.rule(row, 'status', () =>
        assertNotSelf(before.id, 'Nobody disables their own account')
      )
  }

  #checkPassword({ row, before, after }: ChangedUser, password: string): void {
    this.checks.permission(row, 'password', userPermissions.password, before)
    this.checks.rule(row, 'password', () => {
      assertNotSelf(before.id, 'Change your own password with PUT /app/auth/password')
      assertStrong(password, after)
    })
  }
}
