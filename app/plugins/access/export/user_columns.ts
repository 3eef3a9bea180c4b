import type { TableColumn } from '#kernel/tables/main'
import type { UserRow } from '../transformers/user_transformer.js'
import { columnsNamed } from './columns.js'

/** Between codes of roles in one cell. */
export const ROLES_PARTED_BY = ';'

export const userColumns: readonly TableColumn<UserRow>[] = [
  ...columnsNamed<UserRow, keyof UserRow>(['id', 'username', 'nickname', 'email', 'phone']),
  ...columnsNamed<UserRow, keyof UserRow>(['departmentId', 'departmentName']),
  { title: 'roles', value: ({ roles }) => roles.map(({ code }) => code).join(ROLES_PARTED_BY) },
  ...columnsNamed<UserRow, keyof UserRow>(['status', 'locked', 'createdAt', 'updatedAt']),
]
