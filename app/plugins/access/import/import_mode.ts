/** What becomes of rows: users who are there are refused, changed, or changed beside those who are made. */
export const IMPORT_MODES = ['create', 'update', 'upsert'] as const

export type ImportMode = (typeof IMPORT_MODES)[number]
