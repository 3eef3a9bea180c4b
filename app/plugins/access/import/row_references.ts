import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Department } from '#plugins/identity/main'
import { say } from '#kernel/languages/main'
import type { Change } from '../rules/admin_transaction.js'
import type { ImportReport } from './import_report.js'
import { roleCodesOf } from '../export/columns.js'
import type { UserOfFile } from './user_rows.js'

/** Finds the departments and roles that rows name. */
export class RowReferences {
  readonly #roleIds: ReadonlyMap<string, number>

  private constructor(
    snapshot: Change['snapshot'],
    private readonly report: ImportReport,
    private readonly departments: ReadonlyMap<string, number[]>
  ) {
    this.#roleIds = new Map([...snapshot.roles.values()].map(({ code, id }) => [code, id]))
  }

  static async of(users: readonly UserOfFile[], { snapshot, trx }: Change, report: ImportReport) {
    const named = users.some(({ departmentName }) => departmentName)
    return new RowReferences(snapshot, report, named ? await departmentsByName(trx) : new Map())
  }

  /** `undefined` where the row names none, or none that there is. */
  departmentOf({ row, departmentId, departmentName }: UserOfFile): number | undefined {
    if (departmentId !== undefined || departmentName === undefined) return departmentId
    const [id, ...others] = this.departments.get(departmentName) ?? []
    if (id === undefined)
      this.report.add(row, 'departmentName', say`There is no department "${departmentName}"`)
    if (others.length > 0)
      this.report.add(
        row,
        'departmentName',
        say`Several are called "${departmentName}"; give the id`
      )
    return id
  }

  /** `undefined` where the row names none. */
  rolesOf({ row, roles }: UserOfFile): number[] | undefined {
    if (roles === undefined) return undefined
    const codes = roleCodesOf(roles)
    const missing = codes.find((code) => !this.#roleIds.has(code))
    if (missing !== undefined) this.report.add(row, 'roles', say`There is no role "${missing}"`)
    return codes.flatMap((code) => this.#roleIds.get(code) ?? [])
  }
}

/** Those within reach alone have a name here. */
async function departmentsByName(client: TransactionClientContract) {
  const rows = await Department.query({ client })
    .select('id', 'name')
    .pojo<{ id: number; name: string }>()
  return new Map(
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, some]) => [
      name,
      some.map(({ id }) => id),
    ])
  )
}
