import { Refusal } from '#kernel/errors/main'
import { actAsSystem, currentOperator } from '#kernel/acting/main'
import { yieldIfDue } from '#kernel/workers/main'
import { Department, User } from '#plugins/identity/main'
import type { RoleRecord } from '../snapshot/access_snapshot.js'
import type { Change } from '../rules/admin_transaction.js'
import { assertPlace } from '../rules/user_rules.js'
import type { ImportReport } from './import_report.js'
import { roleCodesOf } from './role_codes.js'
import type { UserOfFile } from './user_rows.js'

/** A user who may be made. */
export interface JudgedUser extends Omit<UserOfFile, 'departmentId'> {
  departmentId: number | null
  roleIds: number[]
}

const AT_ONCE = 500
const NOBODY = 0

/** Holds rows to the rules that hold for creating users one by one; departments and roles are judged once each. */
export class UserJudgement {
  readonly #verdicts = new Map<string, string | null>()
  readonly #roleIds: ReadonlyMap<string, number>
  #departments: ReadonlyMap<string, number[]> = new Map()

  constructor(
    private readonly change: Change,
    private readonly report: ImportReport
  ) {
    const roles = [...change.snapshot.roles.values()]
    this.#roleIds = new Map(roles.map(({ code, id }) => [code, id]))
  }

  async of(users: readonly UserOfFile[]): Promise<JudgedUser[]> {
    if (users.some(({ departmentName }) => departmentName)) await this.#learnDepartments()
    const judged = await this.#all(users)
    const taken = await this.#taken(users)
    for (const { row, username } of users.filter((user) => taken.has(user.username)))
      this.#fault(row, 'username', `There is already a user "${username}"`)
    return judged
  }

  async #all(users: readonly UserOfFile[]): Promise<JudgedUser[]> {
    const judged: JudgedUser[] = []
    for (const user of users) {
      judged.push(this.#judged(user))
      await yieldIfDue()
    }
    return judged
  }

  #judged(user: UserOfFile): JudgedUser {
    const roleIds = this.#rolesOf(user)
    const departmentId = this.#departmentOf(user)
    const place = this.#verdict(`place ${departmentId}`, () =>
      assertPlace(departmentId, this.change.snapshot)
    )
    if (place) this.#fault(user.row, 'departmentId', place)
    else this.#judgeRoles(user.row, departmentId, roleIds)
    return { ...user, departmentId, roleIds }
  }

  /** Only where somebody may be is it asked what roles reach from there. */
  #judgeRoles(row: number, departmentId: number | null, roleIds: readonly number[]): void {
    for (const role of this.change.snapshot.rolesOf(roleIds)) {
      const from = reachesFromPlace(role) ? departmentId : null
      const beyond = this.#verdict(`role ${role.id} ${from}`, () =>
        this.change.rule.assertPerson({ id: NOBODY, departmentId }, [role])
      )
      if (beyond) return this.#fault(row, 'roles', beyond)
    }
  }

  #rolesOf({ row, roles = '' }: UserOfFile): number[] {
    const codes = roleCodesOf(roles)
    const missing = codes.find((code) => !this.#roleIds.has(code))
    if (missing !== undefined) this.#fault(row, 'roles', `There is no role "${missing}"`)
    return codes.flatMap((code) => this.#roleIds.get(code) ?? [])
  }

  #departmentOf({ row, departmentId, departmentName }: UserOfFile): number | null {
    if (departmentId !== undefined) return departmentId
    if (departmentName === undefined) return currentOperator().departmentId
    const [id, ...others] = this.#departments.get(departmentName) ?? []
    if (id === undefined)
      this.#fault(row, 'departmentName', `There is no department "${departmentName}"`)
    if (others.length > 0)
      this.#fault(row, 'departmentName', `Several are called "${departmentName}"; give the id`)
    return id ?? currentOperator().departmentId
  }

  #verdict(key: string, judge: () => void): string | null {
    const known = this.#verdicts.get(key)
    if (known !== undefined) return known
    const verdict = refusalOf(judge)
    this.#verdicts.set(key, verdict)
    return verdict
  }

  #fault(row: number, field: string, message: string): void {
    this.report.add({ row, field, message })
  }

  /** Those within reach alone have a name here. */
  async #learnDepartments(): Promise<void> {
    const rows = await Department.query({ client: this.change.trx })
      .select('id', 'name')
      .pojo<{ id: number; name: string }>()
    this.#departments = new Map(
      [...Map.groupBy(rows, ({ name }) => name)].map(([name, some]) => [
        name,
        some.map(({ id }) => id),
      ])
    )
  }

  /** A name is taken by whoever has it, within reach or not. */
  async #taken(users: readonly UserOfFile[]): Promise<Set<string>> {
    const names = users.map(({ username }) => username)
    const taken = new Set<string>()
    for (let from = 0; from < names.length; from += AT_ONCE) {
      const rows = await actAsSystem('which usernames are taken', () =>
        User.query({ client: this.change.trx })
          .whereIn('username', names.slice(from, from + AT_ONCE))
          .select('username')
          .pojo<{ username: string }>()
      )
      for (const { username } of rows) taken.add(username)
    }
    return taken
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
