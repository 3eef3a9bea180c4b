import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

export const userRoles = { table: 'user_roles', of: 'user_id', to: 'role_id' } as const
export const roleMenus = { table: 'role_menus', of: 'role_id', to: 'menu_id' } as const
export const roleDepartments = {
  table: 'role_departments',
  of: 'role_id',
  to: 'department_id',
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
  await trx.from(links.table).where(links.of, id).delete()
  await addLinks(trx, links, id, others)
}

export async function addLinks(
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
