import {
  defineListing,
  label,
  linkedIds,
  between,
  contains,
  equals,
  inSearchText,
  type ListFilter,
} from '#kernel/listing/main'
import { storedMillis, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { AccountLock, Department, Position, User } from '#plugins/identity/main'
import { userColumnsShape } from '../transformers/user_transformer.js'

const withRole: ListFilter<number> = ({ column }, roleId) => ({
  sql: `exists (select 1 from user_roles where user_roles.user_id = ${column('id')} and user_roles.role_id = ?)`,
  bindings: [roleId],
})

/** Of a department or one beneath it. */
const underDepartment: ListFilter<number> = ({ column }, departmentId) => ({
  sql: `${column('departmentId')} in (with recursive below(id) as (
    select id from departments where id = ?
    union select departments.id from departments inner join below on departments.parent_id = below.id
  ) select id from below)`,
  bindings: [departmentId],
})

const withLock: ListFilter<boolean> = ({ column }, isLocked) => ({
  sql: `(case when exists (select 1 from login_attempts where login_attempts.account = ${column('username')}
    and login_attempts.locked_until > ?) then 1 else 0 end) = ?`,
  bindings: [toStored(clock.now()), Number(isLocked)],
})

/** Users within reach, with the ids of their roles. */
export const userListing = defineListing(User, {
  row: userColumnsShape,
  columns: {
    departmentName: label(() => Department, 'name', 'departmentId'),
    positionName: label(() => Position, 'name', 'positionId'),
    locked: {
      ...label(() => AccountLock, 'lockedUntil', 'username'),
      consume: (until) => until !== null && storedMillis(until) > clock.now(),
    },
    roles: linkedIds('id', { table: 'user_roles', from: 'user_id', to: 'role_id' }),
  },
  filters: {
    keyword: inSearchText,
    username: contains('username'),
    departmentId: equals<number>('departmentId'),
    positionId: equals<number>('positionId'),
    underDepartmentId: underDepartment,
    status: equals<string>('status'),
    roleId: withRole,
    locked: withLock,
    createdAt: between('createdAt'),
  },
  sorts: [
    'id',
    'username',
    'nickname',
    'departmentId',
    'departmentName',
    'positionName',
    'status',
    'createdAt',
    'updatedAt',
  ],
  defaultSort: '-createdAt',
})
