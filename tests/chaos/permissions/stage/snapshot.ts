import db from '@adonisjs/lucid/services/db'
import { firstRow, lastingTables } from '../../../conformance/openapi/fuzz/row_counts.js'

export type Row = Readonly<Record<string, unknown>>

/** Every row of every table. A table that has not changed is the same list as in the snapshot before. */
export type Snapshot = ReadonlyMap<string, readonly Row[]>

export interface Change {
  table: string
  before?: Row
  after?: Row
}

/** What the service notes by itself, whoever asks for what; contents that no row names are swept. */
const NOTED =
  /^(security_events|access_revisions|account_locks|stored_blobs|editor_prefixes|editing_sessions|session_participants)$/
const PASSING_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['last_used_at'],
}

type Kind = 'sqlite3' | 'better-sqlite3' | 'mysql' | 'postgres'

/** Reads all of the database in one statement. */
export class SnapshotReader {
  #statement: string | undefined
  readonly #texts = new Map<string, string>()
  readonly #rows = new Map<string, readonly Row[]>()

  async read(): Promise<Snapshot> {
    this.#statement ??= await this.#write()
    const found = firstRow(await db.rawQuery(this.#statement))
    for (const [table, text] of Object.entries(found as Record<string, string>)) {
      if (this.#texts.get(table) === text) continue
      this.#texts.set(table, text)
      this.#rows.set(table, JSON.parse(text) as Row[])
    }
    return new Map(this.#rows)
  }

  async #write(): Promise<string> {
    const kind = db.connection().dialect.name as Kind
    const tables = (await lastingTables()).filter((table) => !NOTED.test(table))
    const parts = tables.map(async (table) => {
      const all = Object.keys(await db.connection().columnsInfo(table))
      const columns = all.filter((column) => !PASSING_COLUMNS[table]?.includes(column))
      return `(${rowsAsJson(table, columns, kind)}) as ${table}`
    })
    return `select ${(await Promise.all(parts)).join(', ')}`
  }
}

function rowsAsJson(table: string, columns: readonly string[], kind: Kind): string {
  const members = columns.map((column) => `'${column}', ${table}.${column}`).join(', ')
  if (kind === 'postgres')
    return `select coalesce(json_agg(json_build_object(${members})), '[]')::text from ${table}`
  const collect = kind === 'mysql' ? 'json_arrayagg' : 'json_group_array'
  return `select coalesce(${collect}(json_object(${members})), '[]') from ${table}`
}

/** Links have no id: they are what they say. */
export const keyOf = (row: Row): string => ('id' in row ? String(row.id) : JSON.stringify(row))

export function changesBetween(before: Snapshot, after: Snapshot): Change[] {
  return [...after].flatMap(([table, rows]) => {
    const old = before.get(table)
    return old === rows || old === undefined ? [] : changesOf(table, old, rows)
  })
}

function changesOf(table: string, old: readonly Row[], rows: readonly Row[]): Change[] {
  const were = new Map(old.map((row) => [keyOf(row), row]))
  const changes: Change[] = []
  for (const after of rows) {
    const before = were.get(keyOf(after))
    were.delete(keyOf(after))
    if (!before || JSON.stringify(before) !== JSON.stringify(after))
      changes.push({ table, before, after })
  }
  return [...changes, ...[...were.values()].map((before) => ({ table, before }))]
}
