import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem, covers } from '#kernel/acting/main'
import { User, type Status } from '#plugins/identity/main'
import { userPermissions } from '../permissions.js'
import type { Change } from '../rules/admin_transaction.js'
import { roleIdsOfAll } from '../snapshot/grant_cache.js'

/** A user who has the name of a row. */
export interface ExistingUser {
  id: number
  username: string
  nickname: string
  email: string | null
  phone: string | null
  departmentId: number | null
  positionId: number | null
  status: Status
  erasedAt: unknown
  roleIds: readonly number[]
  /** Whether the operator may import and change them. */
  reached: boolean
}

/** A user as a row changes them; an empty cell keeps what there is. */
export interface ChangedUser {
  row: number
  before: ExistingUser
  after: ExistingUser
  password?: string
}

type Row = Omit<ExistingUser, 'roleIds' | 'reached'>

const COLUMNS = ['id', 'username', 'nickname', 'email', 'phone'] as const
const PROFILE = ['nickname', 'email', 'phone', 'departmentId', 'positionId', 'status'] as const
const RIGHTS = [
  'department_id as departmentId',
  'position_id as positionId',
  'status',
  'erased_at as erasedAt',
] as const
const AT_ONCE = 500

/**
 * By their username, within reach or not.
 *
 * @param lock their rows, until the transaction ends
 */
export async function existingUsers(
  usernames: readonly string[],
  change: Change,
  lock: boolean
): Promise<Map<string, ExistingUser>> {
  const found = new Map<string, ExistingUser>()
  for (let from = 0; from < usernames.length; from += AT_ONCE) {
    const rows = await rowsOf(usernames.slice(from, from + AT_ONCE), change.trx, lock)
    for (const user of await withRights(rows, change)) found.set(user.username, user)
  }
  return found
}

function rowsOf(usernames: string[], client: TransactionClientContract, lock: boolean) {
  return actAsSystem('whose usernames are in a file', () => {
    const users = User.query({ client }).whereIn('username', usernames).orderBy('id')
    if (lock) void users.forUpdate()
    return users.select(...COLUMNS, ...RIGHTS).pojo<Row>()
  })
}

async function withRights(rows: readonly Row[], change: Change): Promise<ExistingUser[]> {
  const ids = rows.map(({ id }) => id)
  const roleIds = await roleIdsOfAll(ids, change.trx)
  const reached = await reachedOf(ids, change.trx)
  const reach = change.own.grantOf(userPermissions.update.code)?.reach
  return rows.map((row) => ({
    ...row,
    roleIds: roleIds.get(row.id) ?? [],
    reached:
      reach !== undefined &&
      reached.has(row.id) &&
      covers(reach, { owner: row.id, department: row.departmentId }),
  }))
}

async function reachedOf(ids: number[], client: TransactionClientContract): Promise<Set<number>> {
  const rows = await User.query({ client }).whereIn('id', ids).select('id').pojo<{ id: number }>()
  return new Set(rows.map(({ id }) => id))
}

export function isChanged(changed: ChangedUser): boolean {
  const { before, after, password } = changed
  return (
    password !== undefined ||
    hasOtherRoles(changed) ||
    PROFILE.some((name) => after[name] !== before[name])
  )
}

export function hasOtherRoles({ before, after }: ChangedUser): boolean {
  const ids = new Set(after.roleIds)
  return ids.size !== before.roleIds.length || before.roleIds.some((id) => !ids.has(id))
}

export function hasOtherStatus({ before, after }: ChangedUser): boolean {
  return after.status !== before.status
}
