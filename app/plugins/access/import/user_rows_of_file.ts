import { readTable, type TableRules } from '#kernel/tables/main'
import { yieldIfDue } from '#kernel/workers/main'
import { userColumns } from '../export/columns.js'
import { MOST_ROWS } from './bounds.js'
import type { ImportReport } from './import_report.js'
import { UserRows, type UserOfFile } from './user_rows.js'

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
