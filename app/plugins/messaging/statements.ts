import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { dialectOf, runPrepared } from '#kernel/database/main'

export type Row = Record<string, unknown>
export type Binding = string | number | null | readonly (string | number | null)[]

/** Rows of a statement. Texts must not vary with their values: PostgreSQL keeps each of them prepared. */
export async function rowsOf(
  client: QueryClientContract,
  sql: string,
  bindings: readonly Binding[]
): Promise<Row[]> {
  return runPrepared(client, dialectOf(client), { sql, bindings: bindings as (string | number)[] })
}

/** The same outside of transactions. */
export function read(sql: string, bindings: readonly Binding[]): Promise<Row[]> {
  return rowsOf(db.connection(), sql, bindings)
}

/** The same, planned for its values each time: how many rows they meet decides which way is a good one. */
export async function readPlanned(sql: string, bindings: readonly Binding[]): Promise<Row[]> {
  const client = db.connection()
  if (dialectOf(client) !== 'postgres') return read(sql, bindings)
  const { rows } = await client.rawQuery<{ rows: Row[] }>(sql, bindings as (string | number)[])
  return rows
}

/** `(?, ?), (?, ?)` for so many rows of so many values. */
export function tuples(rows: number, values: number): string {
  const one = `(${Array.from({ length: values }, () => '?').join(', ')})`
  return Array.from({ length: rows }, () => one).join(', ')
}

/** So many things have places in one statement. */
const PLACES = [1, 20, 100] as const
const MOST_PLACES = PLACES[2]

/**
 * A statement about several things, which are so many numbers each. There are three texts of it, of a hundred places at most, however
 * many things there are: more of them are asked about in turn. Places that are left over hold zeros, which must mean nothing.
 */
export function severally(textFor: (places: number) => string) {
  const texts = new Map(PLACES.map((places) => [places, textFor(places)]))
  return async (things: readonly number[][]): Promise<Row[]> => {
    let rows: Row[] = []
    for (let from = 0; from < things.length; from += MOST_PLACES) {
      const some = things.slice(from, from + MOST_PLACES)
      const places = PLACES.find((count) => count >= some.length)!
      rows = rows.concat(await read(texts.get(places)!, filled(some, places)))
    }
    return rows
  }
}

function filled(things: readonly number[][], places: number): number[] {
  const nothing = things[0]!.map(() => 0)
  return [...things, ...Array.from({ length: places - things.length }, () => nothing)].flat()
}

/** The condition for any of so many things. */
export function anyOf(places: number, condition: string): string {
  return Array.from({ length: places }, () => `(${condition})`).join(' or ')
}
