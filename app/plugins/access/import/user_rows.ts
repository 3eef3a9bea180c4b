import type { Infer } from '@vinejs/vine/types'
import type { ReadRow } from '#kernel/tables/main'
import { importedUserValidator } from '../validators/import_validators.js'
import { MOST_PASSWORDS } from './bounds.js'
import type { ImportReport } from './import_report.js'
import { roleCodesOf } from '../export/columns.js'

type ImportedUser = Infer<typeof importedUserValidator>
type Cells = ReadRow['cells']

const TOO_MANY_PASSWORDS = `At most ${MOST_PASSWORDS} rows may have a password; set the others’ later`

/** A user as a row of a file has them; the department may still be a name. */
export interface UserOfFile extends Omit<ImportedUser, 'roles'> {
  row: number
  /** As the cell has them: codes that were cut out of it would each keep all of it in memory. */
  roles?: string
}

/** Looks at rows one by one, and keeps those that hold a user each; what is wrong with the others goes into the report. */
export class UserRows {
  readonly users: UserOfFile[] = []
  readonly #rowOf = new Map<string, number>()
  #passwords = 0

  constructor(private readonly report: ImportReport) {}

  async add({ number: row, cells }: ReadRow): Promise<void> {
    const user = await this.#validated(row, this.#withinPasswords(row, cells))
    if (!user) return
    this.#noteName(row, user.username)
    this.users.push({ ...user, row, roles: cells.roles })
  }

  /** To judge a password takes a while: those beyond the bound are left out. */
  #withinPasswords(row: number, cells: Cells): Cells {
    if (cells.password === undefined || ++this.#passwords <= MOST_PASSWORDS) return cells
    if (this.#passwords === MOST_PASSWORDS + 1) this.#fault(row, 'password', TOO_MANY_PASSWORDS)
    const { password: _, ...others } = cells
    return others
  }

  async #validated(row: number, cells: Cells): Promise<ImportedUser | null> {
    const { departmentId, roles, ...texts } = cells
    const [error, user] = await importedUserValidator.tryValidate({
      ...texts,
      ...(departmentId === undefined ? {} : { departmentId: Number(departmentId) }),
      ...(roles === undefined ? {} : { roles: roleCodesOf(roles) }),
    })
    const faults = (error?.messages ?? []) as { field: string; message: string }[]
    for (const { field, message } of faults) this.#fault(row, field.split('.')[0]!, message)
    return user
  }

  #noteName(row: number, username: string): void {
    const first = this.#rowOf.get(username)
    if (first === undefined) this.#rowOf.set(username, row)
    else this.#fault(row, 'username', `As in row ${first}`)
  }

  #fault(row: number, field: string, message: string): void {
    this.report.add({ row, field, message })
  }
}
