import { E_FORBIDDEN } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import { yieldIfDue } from '#kernel/workers/main'
import { userPermissions } from '../permissions.js'
import type { Change } from '../rules/admin_transaction.js'
import type { ImportMode } from '../validators/import_validators.js'
import { ChangeJudgement, isChanged, type ChangedUser } from './change_judgement.js'
import { existingUsers, type ExistingUser } from './existing_users.js'
import type { ImportReport } from './import_report.js'
import { RowEmails } from './row_emails.js'
import { RowReferences } from './row_references.js'
import { RowRules } from './row_rules.js'
import type { UserOfFile } from './user_rows.js'

/** A user who may be made. */
export interface JudgedUser extends Omit<UserOfFile, 'departmentId'> {
  departmentId: number | null
  roleIds: number[]
}

export interface JudgeOptions {
  mode: ImportMode
  /** Whether users who are there stay as they are until the transaction ends. */
  lock: boolean
}

/** Holds rows to the rules that hold for creating and changing users one by one. Rows with faults are left out. */
export class UserJudgement {
  readonly created: JudgedUser[] = []
  readonly updated: ChangedUser[] = []
  unchanged = 0
  readonly #changes: ChangeJudgement

  private constructor(
    private readonly mode: ImportMode,
    private readonly references: RowReferences,
    private readonly rules: RowRules,
    private readonly emails: RowEmails,
    private readonly report: ImportReport
  ) {
    this.#changes = new ChangeJudgement(references, rules)
  }

  /** @throws E_FORBIDDEN for who may not change users */
  static async of(
    users: readonly UserOfFile[],
    { mode, lock }: JudgeOptions,
    change: Change,
    report: ImportReport
  ): Promise<UserJudgement> {
    const { code } = userPermissions.update
    if (mode !== 'create' && !change.own.grantOf(code))
      throw new E_FORBIDDEN(`This needs the permission "${code}"`)
    const references = await RowReferences.of(users, change, report)
    const names = users.map(({ username }) => username)
    const existing = await existingUsers(names, change, lock && mode !== 'create')
    const rules = new RowRules(change, report)
    const addresses = users.flatMap(
      (user) => user.email ?? existing.get(user.username)?.email ?? []
    )
    const emails = await RowEmails.of(addresses, rules, change.trx)
    const judgement = new UserJudgement(mode, references, rules, emails, report)
    for (const user of users) {
      judgement.#judge(user, existing.get(user.username))
      await yieldIfDue()
    }
    return judgement
  }

  #judge(user: UserOfFile, known: ExistingUser | undefined): void {
    const { row, username } = user
    if (!known && this.mode !== 'update') return this.#judgeNew(user)
    if (known?.reached && this.mode !== 'create') return this.#judgeChange(user, known)
    const message = this.mode === 'update' ? 'There is no user' : 'There is already a user'
    this.rules.fault(row, 'username', `${message} "${username}"`)
  }

  #judgeNew(user: UserOfFile): void {
    const before = this.report.count
    const roleIds = this.references.rolesOf(user) ?? []
    const departmentId = this.references.departmentOf(user) ?? currentOperator().departmentId
    if (this.rules.place(user.row, departmentId))
      this.rules.covered(user.row, 'roles', departmentId, roleIds)
    this.emails.judge(user.row, user)
    if (this.report.count === before) this.created.push({ ...user, departmentId, roleIds })
  }

  #judgeChange(user: UserOfFile, known: ExistingUser): void {
    const before = this.report.count
    const changed = this.#changes.of(user, known)
    const differs = isChanged(changed)
    if (differs) this.emails.judge(user.row, changed.after)
    if (this.report.count > before) return
    if (differs) this.updated.push(changed)
    else this.unchanged += 1
  }
}
