import type { Change, Row } from '../../stage/snapshot.js'
import { mayActOn } from '../administered.js'
import { handlesThrough, isWithin, reachesDocument } from '../documents.js'
import { isDone, type Event, type Rule } from '../event.js'
import type { World } from '../world.js'

/** What is wrong with a change; `null` for what is right. */
type Judge = (change: Change, event: Event & { actor: number; permission: string }) => string | null

const OUT = 'a row out of reach'

/** Whatever the operation names: each row that it made, changed or took away is within the reach of who asked. */
export const writesWithin: Rule = (event) => {
  const { by, operation } = event.request
  if (!by || !isDone(event) || operation.path.startsWith('/app/auth/')) return []
  const full = { ...event, actor: by.id, permission: operation.permission ?? '' }
  return event.changes.flatMap((change) => {
    const fault = JUDGES[change.table]?.(change, full)
    const { table, before, after } = change
    const shown = JSON.stringify(after ?? before).slice(0, 300)
    return fault ? [`wrote ${fault}, of ${table}: ${shown}`] : []
  })
}

const user: Judge = ({ before, after }, { before: world, actor, permission }) => {
  const whose = { owner: before?.id, department: before?.department_id }
  if (before && before.id !== actor && !world.reaches(actor, permission, whose)) return OUT
  if (!after || after.department_id === before?.department_id) return null
  return reachesPlace(after.department_id, world.reached(actor, permission))
    ? null
    : 'somebody into a department out of reach'
}

const ofUser: Judge = ({ before, after }, { before: world, actor, permission }) => {
  const id = (after ?? before)!.user_id
  const row = world.row('users', id)
  const whose = { owner: id, department: row?.department_id }
  return !row || id === actor || world.reaches(actor, permission, whose) ? null : OUT
}

const department: Judge = ({ before, after }, { before: world, actor, permission }) => {
  const reached = world.reached(actor, permission)
  const moves = after && after.parent_id !== before?.parent_id
  if (before && !reachesPlace(before.id, reached)) return OUT
  if (!moves) return null
  if (!reachesPlace(after.parent_id, reached)) return 'a department to where nobody reaches'
  const along = before ? beneath(before.id, world.rows('departments')) : []
  return along.every((id) => reachesPlace(id, reached)) ? null : 'what moves along out of reach'
}

/** At the top, or with nobody, only those may put something who reach everything. */
function reachesPlace(id: unknown, reached: 'all' | ReadonlySet<number> | undefined): boolean {
  return reached === 'all' || (id !== null && (reached?.has(id as number) ?? false))
}

function beneath(id: unknown, rows: readonly Row[]): unknown[] {
  const children = rows.filter((row) => row.parent_id === id)
  return children.flatMap((row) => [row.id, ...beneath(row.id, rows)])
}

/** Menus are everybody’s, and take what is granted of them along. */
const menu: Judge = (_change, { before, actor, permission }) =>
  before.reached(actor, permission) === 'all' ? null : 'a menu, which is everybody’s'

const role: Judge = (change, event) => {
  const { request, before: world, actor, permission } = event
  if (request.operation.path.startsWith('/app/system/menus')) return menu(change, event)
  const { before, after } = change
  const roleId = before?.role_id ?? before?.id ?? after?.role_id ?? after?.id
  const holders = world.rows('user_roles').filter((row) => row.role_id === roleId)
  const unreached = holders.some(({ user_id: id }) => {
    const row = world.row('users', id)
    return !world.reaches(actor, permission, { owner: id, department: row?.department_id })
  })
  return unreached ? 'a role of somebody out of reach' : null
}

const roleDepartment: Judge = (change, event) => {
  const { after } = change
  const reached = event.before.reached(event.actor, event.permission)
  if (after && !reachesPlace(after.department_id, reached)) return 'a department out of reach'
  return role(change, event)
}

const document: Judge = ({ before, after }, { before: world, actor, permission }) => {
  if (!before) return after!.owner_id === actor ? null : 'a document of somebody else’s'
  if (reachesDocument(world, actor, permission, before)) return null
  return handlesThrough(world, actor, permission, before) ? null : OUT
}

const ofDocument: Judge = ({ before, after }, event) => {
  const id = (after ?? before)!.document_id
  const row = event.before.row('documents', id)
  if (!row) return null
  return document({ table: 'documents', before: row, after: row }, event)
}

/** What another plugin keeps in a file is judged where it is kept. */
const file: Judge = ({ before, after }, { before: world, actor, permission }) => {
  if (!before) return after!.owner_id === actor ? null : 'a file of somebody else’s'
  return before.holder !== null || isWithin(world, actor, permission, before) ? null : OUT
}

/** The service itself writes notices into conversations of its own, passes groups on whose owner is away, and takes out who is deleted or erased. */
const conversation: Judge = ({ before, after }, event) => {
  const { before: world, after: now, actor } = event
  const { id, type } = (before ?? after)!
  if (before && isAdministered(before, event)) return null
  if (type === 'system' || !before || isAway(now, before.owner_id)) return null
  if (losesMember(world, now, id)) return null
  return isMember(world.rows('conversation_members'), id, actor) ? null : OUT
}

/** Who is deleted or erased is taken out by the service itself. */
const membership: Judge = ({ before, after }, event) => {
  const { before: world, after: now, actor } = event
  const { conversation_id: id, user_id: userId } = (before ?? after)!
  const row = world.row('conversations', id)
  if (row && isAdministered(row, event)) return null
  if (!row || row.type === 'system' || isAway(now, row.owner_id)) return null
  if (isGone(now, userId)) return null
  return isMember(world.rows('conversation_members'), id, actor) ? null : OUT
}

const losesMember = (world: World, now: World, id: unknown): boolean =>
  world
    .rows('conversation_members')
    .some(
      ({ conversation_id: of, user_id: userId, to_seq: toSeq }) =>
        of === id && toSeq === null && isGone(now, userId)
    )

const isAdministered = (row: Row, { request, before, actor }: Parameters<Judge>[1]): boolean =>
  request.operation.path.startsWith('/app/moderation/') &&
  mayActOn(before, actor, request.operation, row)

const isGone = (world: World, userId: unknown): boolean => {
  const person = world.row('users', userId)
  return !person || person.erased_at !== null
}

const isAway = (world: World, userId: unknown): boolean =>
  world.row('users', userId)?.status !== 'enabled'

const isMember = (rows: readonly Row[], id: unknown, userId: number): boolean =>
  rows.some((row) => row.conversation_id === id && row.user_id === userId && row.to_seq === null)

const JUDGES: Readonly<Record<string, Judge>> = {
  users: user,
  user_roles: ofUser,
  sessions: ofUser,
  departments: department,
  roles: role,
  role_menus: role,
  role_departments: roleDepartment,
  menus: menu,
  documents: document,
  document_versions: ofDocument,
  document_shares: ofDocument,
  document_reviews: ofDocument,
  document_logs: ofDocument,
  document_conversions: ofDocument,
  stored_files: file,
  conversations: conversation,
  conversation_members: membership,
}
