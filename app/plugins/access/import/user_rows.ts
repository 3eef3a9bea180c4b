import type { Infer } from '@vinejs/vine/types'
import { readTable, type ReadRow, type TableRules } from '#kernel/tables/main'
import { yieldIfDue } from '#kernel/workers/main'
import { type Said, say } from '#kernel/languages/main'
import { roleCodesOf, userColumns } from '../export/columns.js'
import { importedUserValidator } from '../validators/import_validators.js'
import type { ImportReport } from './import_report.js'

type ImportedUser = Infer<typeof importedUserValidator>
type Cells = ReadRow['cells']

export const MOST_ROWS = 50_000

/** Each takes some 20 ms of a core to hash. */
export const MOST_PASSWORDS = 500

/** bytes */
export const LARGEST_FILE = 16 * 1024 * 1024

const TOO_MANY_PASSWORDS = say`At most ${MOST_PASSWORDS} rows may have a password; set the others’ later`

const COLUMNS = [
  'username',
  'nickname',
  'password',
  'email',
  'phone',
  'departmentId',
  'departmentName',
  'positionId',
  'positionName',
  'roles',
  'status',
]

/** What an export writes can be imported again. */
const RULES: TableRules = {
  columns: COLUMNS,
  ignored: userColumns.map(({ title }) => title).filter((title) => !COLUMNS.includes(title)),
  required: ['username'],
  mostRows: MOST_ROWS,
}

/** A user as a row of a file has them; department and position may still be names. */
export interface UserOfFile extends Omit<ImportedUser, 'roles'> {
  row: number
  /** As the cell has them: codes that were cut out of it would each keep all of it in memory. */
  roles?: string
}

/** Validates rows one by one; what is wrong with them goes into the report. */
class UserRows {
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

  /** To validate a password takes a while: those beyond the limit are left out. */
  #withinPasswords(row: number, cells: Cells): Cells {
    if (cells.password === undefined || ++this.#passwords <= MOST_PASSWORDS) return cells
    if (this.#passwords === MOST_PASSWORDS + 1) this.report.add(row, 'password', TOO_MANY_PASSWORDS)
    const { password: _, ...others } = cells
    return others
  }

  async #validated(row: number, cells: Cells): Promise<ImportedUser | null> {
    const { departmentId, positionId, roles, ...texts } = cells
    const [error, user] = await importedUserValidator.tryValidate({
      ...texts,
      ...(departmentId === undefined ? {} : { departmentId: Number(departmentId) }),
      ...(positionId === undefined ? {} : { positionId: Number(positionId) }),
      ...(roles === undefined ? {} : { roles: roleCodesOf(roles) }),
    })
    const faults = (error?.messages ?? []) as { field: string; message: Said }[]
    for (const { field, message } of faults) this.report.add(row, field.split('.')[0]!, message)
    return user
  }

  #noteName(row: number, username: string): void {
    const first = this.#rowOf.get(username)
    if (first === undefined) this.#rowOf.set(username, row)
    else this.report.add(row, 'username', say`As in row ${first}`)
  }
}

/**
 * The users of a file; what is wrong with the other rows goes into the report.
 *
 * @throws E_TABLE; the reason of the caller's signal once their client has disconnected
 */
export async function userRowsOfFile(bytes: Buffer, report: ImportReport): Promise<UserOfFile[]> {
  const rows = new UserRows(report)
  for await (const read of readTable(bytes, RULES)) {
    await rows.add(read)
    await yieldIfDue()
  }
  return rows.users
}
