import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'

/** The fields that the keyword of a module's list is looked for in. */
export function searchedFields({ fields }: ModuleSpec): FieldSpec[] {
  return fields.filter(({ searchable, type }) => searchable && ['string', 'text'].includes(type))
}

/** Those of them that the column `search_text` holds; none of a table that others write as well. */
export function foldedFields(spec: ModuleSpec): FieldSpec[] {
  return spec.existing ? [] : searchedFields(spec)
}

/** The line of a migration that makes the column. */
export const FOLDED_LINE = `table.text('search_text', 'mediumtext').nullable()`

/** What makes the column, or drops it, where one set of columns is searched before and another after. */
export function foldedLines(before: readonly string[], after: readonly string[]): string[] {
  if (before.length > 0 === after.length > 0) return []
  return [after.length > 0 ? FOLDED_LINE : `table.dropColumn('search_text')`]
}

/** The columns that `search_text` is to be filled from; `null` where it holds what it should, or is none. */
export function refilled(before: readonly string[], after: readonly string[]): string[] | null {
  const isSame = before.length === after.length && after.every((column) => before.includes(column))
  return isSame || after.length === 0 ? null : [...after]
}
