import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { recordChanges } from '#kernel/auditing/main'

export const userRoles = {
  table: 'user_roles',
  of: 'user_id',
  to: 'role_id',
  audit: { type: 'user', member: 'roleIds' },
} as const
export const roleMenus = {
  table: 'role_menus',
  of: 'role_id',
  to: 'menu_id',
  audit: { type: 'role', member: 'menuIds' },
} as const
export const roleDepartments = {
  table: 'role_departments',
  of: 'role_id',
  to: 'department_id',
  audit: { type: 'role', member: 'departmentIds' },
} as const

type LinkTable = typeof userRoles | typeof roleMenus | typeof roleDepartments

/** Databases limit how many values one statement takes. */
const AT_ONCE = 500

/** Makes these the only links of a row. */
export async function replaceLinks(
  trx: TransactionClientContract,
  links: LinkTable,
  id: number,
  others: readonly number[]
): Promise<void> {
  const rows = await trx.from(links.table).where(links.of, id).orderBy(links.to).select(links.to)
  const before = rows.map((row) => Number(row[links.to]))
  if (before.join() === inOrder(others).join()) return
  await trx.from(links.table).where(links.of, id).delete()
  await insertLinks(trx, links, id, others)
  await record(trx, links, { id, before, after: others })
}

/** Gives a row that has none its links. */
export async function addLinks(
  trx: TransactionClientContract,
  links: LinkTable,
  id: number,
  others: readonly number[]
): Promise<void> {
  if (others.length === 0) return
  await insertLinks(trx, links, id, others)
  await record(trx, links, { id, before: [], after: others })
}

async function insertLinks(
  trx: TransactionClientContract,
  { table, of, to }: LinkTable,
  id: number,
  others: readonly number[]
): Promise<void> {
  for (let from = 0; from < others.length; from += AT_ONCE) {
    const rows = others.slice(from, from + AT_ONCE).map((other) => ({ [of]: id, [to]: other }))
    await trx.table(table).multiInsert(rows)
  }
}

function record(
  trx: TransactionClientContract,
  { audit: { type, member } }: LinkTable,
  { id, before, after }: { id: number; before: readonly number[]; after: readonly number[] }
): Promise<void> {
  const members = { before: { [member]: before }, after: { [member]: inOrder(after) } }
  return recordChanges([{ action: 'updated', type, id, ...members }], trx)
}

function inOrder(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b)
}
