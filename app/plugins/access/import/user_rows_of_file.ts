import type { Infer } from '@vinejs/vine/types'
import { readTable, type ReadRow, type TableRules } from '#kernel/tables/read_table'
import { ROLES_PARTED_BY, userColumns } from '../export/user_columns.js'
import { importedUserValidator } from '../validators/import_validators.js'
import { MOST_ROWS } from './bounds.js'
import type { ImportReport } from './import_report.js'

export type ImportedUser = Infer<typeof importedUserValidator>

/** A user as a row of a file has them; roles and department may still be names. */
export interface UserOfFile extends ImportedUser {
  row: number
}

const COLUMNS = [
  'username',
  'nickname',
  'password',
  'email',
  'phone',
  'departmentId',
  'departmentName',
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

/** Rows that hold a user each; what is wrong with the others goes into the report. */
export async function userRowsOfFile(bytes: Buffer, report: ImportReport): Promise<UserOfFile[]> {
  const users: UserOfFile[] = []
  const rowOf = new Map<string, number>()
  for await (const read of readTable(bytes, RULES)) {
    const user = await validated(read, report)
    if (!user) continue
    const first = rowOf.get(user.username)
    if (first === undefined) rowOf.set(user.username, read.number)
    else report.add({ row: read.number, field: 'username', message: `As in row ${first}` })
    users.push({ ...user, row: read.number })
  }
  return users
}

async function validated(
  { number: row, cells }: ReadRow,
  report: ImportReport
): Promise<ImportedUser | null> {
  const { departmentId, roles, ...texts } = cells
  const [error, user] = await importedUserValidator.tryValidate({
    ...texts,
    ...(departmentId === undefined ? {} : { departmentId: Number(departmentId) }),
    ...(roles === undefined ? {} : { roles: codesIn(roles) }),
  })
  for (const { field, message } of (error?.messages ?? []) as { field: string; message: string }[])
    report.add({ row, field: field.split('.')[0]!, message })
  return user
}

function codesIn(cell: string): string[] {
  const codes = cell.split(ROLES_PARTED_BY).map((code) => code.trim())
  return [...new Set(codes.filter((code) => code !== ''))]
}
