import { defineError } from '#kernel/errors/main'
import type { Said } from '#kernel/languages/main'

export interface TextRow {
  /** As a spreadsheet counts, from 1; rows that are empty may be left out. */
  number: number
  cells: readonly string[]
}

export const E_TABLE = defineError(422, 'E_TABLE', 'The file is no table that can be read')

/** Beyond these a row is no row. */
export const MOST_CELLS = 200
export const LONGEST_CELL = 10_000

/** Characters of all cells that a table hands over: many rows of a workbook may name one long text. */
export const MOST_HANDED_OVER = 16 * 1024 * 1024

/** @throws E_TABLE */
export function refuseTable(message: Said, cause?: unknown): never {
  throw new E_TABLE(message, {
    cause,
    errors: [{ field: 'file', rule: 'table', message }],
  })
}
