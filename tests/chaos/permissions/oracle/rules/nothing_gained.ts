import { beyond } from '../grant_measure.js'
import type { Tables } from '../held_rights.js'
import { isDone, type Event, type Rule } from '../event.js'

const OF_RIGHTS = /^(users|user_roles|roles|role_menus|role_departments|menus|departments)$/
const OF_USERS = '/app/system/users'
const OF_ROLES = '/app/system/roles'

/** Nobody hands out, or changes, more than they hold. */
export const nothingGained: Rule = (event) => {
  const { request, before, after, changes } = event
  const { by, operation } = request
  if (!by || operation.method === 'GET' || !isDone(event)) return []
  const touched = [...touchedRows(event, OF_USERS, 'users', 'user')]
  touched.push(...touchedRows(event, OF_ROLES, 'roles', 'role'))
  if (touched.length === 0 && !changes.some(({ table }) => OF_RIGHTS.test(table))) return []
  if (before.isAdministrator(by.id)) return []

  const on = { users: idsOf(after.tables.users), roles: idsOf(after.tables.roles) }
  const deed = { on, actor: by.id, before: before.tables, after: withoutNewDepartments(event) }
  const found = [{}, ...touched].flatMap((one) => beyond({ ...deed, ...one }) ?? [])
  return [...new Set(found)].map((text) => `${text}, which goes beyond what ${by.name} holds`)
}

/** Nobody's rows lie in a department that was just made: whoever reaches it has gained nothing yet. */
function withoutNewDepartments({ before, after }: Event): Tables {
  const known = new Set(before.tables.departments.map(({ id }) => id))
  const departments = after.tables.departments.filter(({ id }) => known.has(id))
  return { ...after.tables, departments }
}

/** What an operation lays hands on, though it may not show in the rows. */
function touchedRows(
  { request, before, changes }: Event,
  start: string,
  table: string,
  as: 'user' | 'role'
): Record<string, number>[] {
  if (!request.operation.path.startsWith(start)) return []
  const changed = changes.flatMap((one) => (one.table === table ? (one.before?.id ?? []) : []))
  const ids = new Set([...changed, ...(request.ids.id === undefined ? [] : [request.ids.id])])
  return [...ids].filter((id) => before.row(table, id)).map((id) => ({ [as]: Number(id) }))
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
