import type { TableColumn } from '#kernel/tables/main'
import type { UserRow } from '../transformers/user_transformer.js'
import { columnsNamed } from './columns.js'

/** Between codes of roles in one cell. */
const ROLES_PARTED_BY = ';'

/** The codes of roles in a cell, each once. */
export function roleCodesOf(cell: string): string[] {
  const codes = cell.split(ROLES_PARTED_BY).map((code) => code.trim())
  return [...new Set(codes.filter((code) => code !== ''))]
}

export const userColumns: readonly TableColumn<UserRow>[] = [
  ...columnsNamed<UserRow, keyof UserRow>(['id', 'username', 'nickname', 'email', 'phone']),
  ...columnsNamed<UserRow, keyof UserRow>(['departmentId', 'departmentName']),
  { title: 'roles', value: ({ roles }) => roles.map(({ code }) => code).join(ROLES_PARTED_BY) },
  ...columnsNamed<UserRow, keyof UserRow>(['status', 'locked', 'createdAt', 'updatedAt']),
]
