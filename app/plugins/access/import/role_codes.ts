import { ROLES_PARTED_BY } from '../export/user_columns.js'

/** The codes of roles in a cell, each once. */
export function roleCodesOf(cell: string): string[] {
  const codes = cell.split(ROLES_PARTED_BY).map((code) => code.trim())
  return [...new Set(codes.filter((code) => code !== ''))]
}
