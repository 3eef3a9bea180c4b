import { assertStrong } from '#plugins/identity/main'
import { userPermissions } from '../permissions.js'
import { assertNotSelf } from '../rules/user_rules.js'
import type { ExistingUser } from './existing_users.js'
import type { RowReferences } from './row_references.js'
import type { RowRules } from './row_rules.js'
import type { UserOfFile } from './user_rows.js'

/** A user as a row makes them; an empty cell leaves what there is. */
export interface ChangedUser {
  row: number
  before: ExistingUser
  after: ExistingUser
  password?: string
}

const PROFILE = ['nickname', 'email', 'phone', 'departmentId', 'status'] as const

/** Holds rows to the rules that hold for changing users one by one. */
export class ChangeJudgement {
  constructor(
    private readonly references: RowReferences,
    private readonly rules: RowRules
  ) {}

  of(user: UserOfFile, before: ExistingUser): ChangedUser {
    const { row, password } = user
    const { nickname = before.nickname, status = before.status } = user
    const { email = before.email, phone = before.phone } = user
    const departmentId = this.references.departmentOf(user) ?? before.departmentId
    const roleIds = this.references.rolesOf(user) ?? before.roleIds
    const given = { nickname, status, email, phone, departmentId, roleIds }
    const changed = { row, before, after: { ...before, ...given }, password }
    if (isChanged(changed) && this.#mayBeChanged(row, before)) this.#judge(changed)
    return changed
  }

  #mayBeChanged(row: number, { erasedAt, departmentId, roleIds }: ExistingUser): boolean {
    if (!erasedAt) return this.rules.covered(row, 'username', departmentId, roleIds)
    this.rules.fault(row, 'username', 'Their personal data is erased; nothing changes')
    return false
  }

  #judge(changed: ChangedUser): void {
    const { row, before, after, password } = changed
    const moves = after.departmentId !== before.departmentId
    if (moves && !this.rules.move(row, after.departmentId)) return
    if (hasOtherStatus(changed)) this.#judgeStatus(changed)
    if (hasOtherRoles(changed)) this.rules.held(row, 'roles', userPermissions.roles, before)
    if (moves || hasOtherRoles(changed))
      this.rules.covered(row, 'roles', after.departmentId, after.roleIds)
    if (password !== undefined) this.#judgePassword(changed, password)
  }

  #judgeStatus({ row, before, after }: ChangedUser): void {
    this.rules.held(row, 'status', userPermissions.status, before)
    if (after.status === 'disabled')
      this.rules.holds(row, 'status', () =>
        assertNotSelf(before.id, 'Nobody disables their own account')
      )
  }

  #judgePassword({ row, before, after }: ChangedUser, password: string): void {
    this.rules.held(row, 'password', userPermissions.password, before)
    this.rules.holds(row, 'password', () => {
      assertNotSelf(before.id, 'Change your own password with PUT /app/auth/password')
      assertStrong(password, after)
    })
  }
}

export function isChanged(changed: ChangedUser): boolean {
  const { before, after, password } = changed
  return (
    password !== undefined ||
    hasOtherRoles(changed) ||
    PROFILE.some((name) => after[name] !== before[name])
  )
}

export function hasOtherRoles({ before, after }: ChangedUser): boolean {
  const ids = new Set(after.roleIds)
  return ids.size !== before.roleIds.length || before.roleIds.some((id) => !ids.has(id))
}

export function hasOtherStatus({ before, after }: ChangedUser): boolean {
  return after.status !== before.status
}
