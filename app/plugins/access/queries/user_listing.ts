import {
  defineListing,
  instant,
  label,
  linkedIds,
  anyContains,
  between,
  contains,
  equals,
  type ListFilter,
} from '#kernel/listing/main'
import { storedMillis } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { AccountLock, Department, User } from '#plugins/identity/main'
import { userColumnsShape } from '../transformers/user_transformer.js'

const withRole: ListFilter<number> = ({ column }, roleId) => ({
  sql: `exists (select 1 from user_roles where user_roles.user_id = ${column('id')} and user_roles.role_id = ?)`,
  bindings: [roleId],
})

/** Users within reach, with the ids of their roles. */
export const userListing = defineListing(User, {
  row: userColumnsShape,
  columns: {
    id: 'id',
    username: 'username',
    nickname: 'nickname',
    avatar: 'avatar',
    email: 'email',
    phone: 'phone',
    departmentId: 'departmentId',
    departmentName: label(() => Department, 'name', 'departmentId'),
    status: 'status',
    locked: {
      ...label(() => AccountLock, 'lockedUntil', 'username'),
      consume: (until) => until !== null && storedMillis(until) > clock.now(),
    },
    createdAt: instant('createdAt'),
    updatedAt: instant('updatedAt'),
    roles: linkedIds('id', { table: 'user_roles', from: 'user_id', to: 'role_id' }),
  },
  filters: {
    keyword: anyContains(['username', 'nickname', 'email', 'phone']),
    username: contains('username'),
    departmentId: equals<number>('departmentId'),
    status: equals<string>('status'),
    roleId: withRole,
    createdAt: between('createdAt'),
  },
  sorts: [
    'id',
    'username',
    'nickname',
    'departmentId',
    'departmentName',
    'status',
    'createdAt',
    'updatedAt',
  ],
  defaultSort: '-createdAt',
})
