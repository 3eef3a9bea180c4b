/** What a number in a path stands for: rows of a table, or a count within the row before it. */
export type Named = { table: string; within?: string } | 'count'

const MAIN: readonly (readonly [start: string, table: string])[] = [
  ['/app/system/users/', 'users'],
  ['/app/system/roles/', 'roles'],
  ['/app/system/menus/', 'menus'],
  ['/app/system/departments/', 'departments'],
  ['/app/system/dictionaries/', 'dictionaries'],
  ['/app/files/', 'stored_files'],
  ['/app/document/templates/', 'document_templates'],
  ['/app/document/', 'documents'],
  ['/app/auth/sessions/', 'sessions'],
  ['/app/system/sessions/', 'sessions'],
  ['/app/im/conversations/', 'conversations'],
  ['/app/moderation/conversations/', 'conversations'],
  ['/app/moderation/people/', 'users'],
  ['/app/moderation/reports/', 'moderation_reports'],
  ['/app/im/online/', 'users'],
  ['/app/dev/module-generator/modules/', 'generated_modules'],
]

const FURTHER: Readonly<Record<string, Named>> = {
  userId: { table: 'users' },
  shareId: { table: 'document_shares', within: 'document_id' },
  cid: { table: 'document_conversions', within: 'document_id' },
  entry: { table: 'document_logs', within: 'document_id' },
  key: 'count',
  no: 'count',
  seq: 'count',
}

/** @throws for a path that nobody has said it of yet: whose rows are they? */
export function rowsNamedBy(path: string, name: string): Named {
  const main = MAIN.find(([start]) => path.startsWith(start))
  const named = name === 'id' ? main && { table: main[1] } : FURTHER[name]
  if (!named) throw new Error(`Say in named_rows.ts what {${name}} of ${path} stands for`)
  return named
}

/** The table that the first number in the path leads to. */
export const mainTableOf = (path: string): string | undefined =>
  MAIN.find(([start]) => path.startsWith(start))?.[1]
