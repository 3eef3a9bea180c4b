import type { TObject } from 'typebox'
import type { Shaped } from '#kernel/contracts/main'
import type { Cell, TableColumn } from '#kernel/tables/main'
import type { UserRow } from '../transformers/user_transformer.js'

/** Columns that hold members of a row under their own names. */
function columnsNamed<Row extends object>(names: readonly (keyof Row & string)[]) {
  return names.map((name): TableColumn<Row> => ({
    title: name,
    value: (row) => row[name] as Cell,
  }))
}

/** Every member of a row, in the order of its shape. */
export function columnsOf<Row extends TObject>({ properties }: Row): TableColumn<Shaped<Row>>[] {
  return columnsNamed<Shaped<Row>>(Object.keys(properties) as (keyof Shaped<Row> & string)[])
}

/** Between codes of roles in one cell. */
const ROLE_SEPARATOR = ';'

export const userColumns: readonly TableColumn<UserRow>[] = [
  ...columnsNamed<UserRow>(['id', 'username', 'nickname', 'email', 'phone']),
  ...columnsNamed<UserRow>(['departmentId', 'departmentName', 'positionId', 'positionName']),
  { title: 'roles', value: ({ roles }) => roles.map(({ code }) => code).join(ROLE_SEPARATOR) },
  ...columnsNamed<UserRow>(['status', 'locked', 'createdAt', 'updatedAt']),
]

/** The codes of roles in a cell, each once. */
export function roleCodesOf(cell: string): string[] {
  const codes = cell.split(ROLE_SEPARATOR).map((code) => code.trim())
  return [...new Set(codes.filter((code) => code !== ''))]
}
