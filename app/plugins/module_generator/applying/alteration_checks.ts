import db from '@adonisjs/lucid/services/db'
import type { FieldFault } from '#kernel/errors/main'
import { say, type Text } from '#kernel/languages/main'
import { E_COLUMN_LOSS, E_ROWS_UNFIT } from '../errors.js'
import { fault } from '../plan/plan_shape_check.js'
import type { Alteration, FieldChange, TableCheck } from '../rendering/alteration.js'
import { misfitOf, type Misfit } from './value_fits.js'

const AT_ONCE = 2_000
const EXAMPLES = 3
const SHOWN = 40

/** @throws E_COLUMN_LOSS where a column goes that holds data */
export async function assertNoLoss({ tables }: Alteration): Promise<void> {
  const errors = []
  for (const { table, dropped } of tables)
    for (const field of dropped)
      if (await db.from(table).whereNotNull(field).select(field).first())
        errors.push({
          field,
          rule: 'loss',
          message: say`Column "${field}" of "${table}" holds data`,
        })
  if (errors.length > 0) throw new E_COLUMN_LOSS(undefined, { errors })
}

/**
 * Judges a changed plan by every row that is there, since each database would do something else with those that do not
 * fit: cut them short, round them, or break off halfway.
 *
 * @throws E_ROWS_UNFIT with how many there are of a kind, some of them, and what to do
 */
export async function assertRowsFit({ checks }: Alteration): Promise<void> {
  const errors: FieldFault[] = []
  for (const check of checks)
    errors.push(
      ...(await changeFaults(check)),
      ...(await additionFaults(check)),
      ...(await uniqueFaults(check))
    )
  const [first] = errors
  if (first) throw new E_ROWS_UNFIT(say`Nothing was written. ${first.message}`, { errors })
}

interface Found {
  change: FieldChange
  misfit: Misfit
  count: number
  examples: string[]
}

async function changeFaults({ table, changes }: TableCheck): Promise<FieldFault[]> {
  const found = new Map<string, Found>()
  for await (const row of rowsOf(table, changes))
    for (const change of changes) {
      const value = row[change.to.column]
      const misfit = misfitOf(value, change.from, change.to)
      if (misfit) note(found, { change, misfit, count: 0, examples: [] }, row.id, value)
    }
  return [...found.values()].map(({ change, misfit, count, examples }) =>
    fault(
      change.place,
      misfit.rule,
      say`Field "${change.to.name}": ${rows(count)} of "${table}" ${misfit.what}, such as ${examples.join(', ')}; ${misfit.remedy}`
    )
  )
}

function note(found: Map<string, Found>, fresh: Found, id: unknown, value: unknown): void {
  const key = `${fresh.change.place} ${fresh.misfit.what}`
  const one = found.get(key) ?? fresh
  found.set(key, one)
  one.count += 1
  if (one.examples.length < EXAMPLES) one.examples.push(`id ${String(id)}${exampleOf(value)}`)
}

function exampleOf(value: unknown): string {
  if (value === null || value instanceof Date) return ''
  return ` (${JSON.stringify(String(value).slice(0, SHOWN))})`
}

/** By id, so many at once. */
async function* rowsOf(
  table: string,
  changes: readonly FieldChange[]
): AsyncGenerator<Record<string, unknown>> {
  if (changes.length === 0) return
  const columns = [...new Set(['id', ...changes.map(({ from }) => from.column)])]
  for (let after = 0; ;) {
    const page = await db
      .from(table)
      .select(columns)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
    yield* page
    if (page.length < AT_ONCE) return
    after = Number(page.at(-1).id)
  }
}

/** Rows that are there cannot be given a reference, a moment, or values that all differ. */
async function additionFaults({ table, valueless }: TableCheck): Promise<FieldFault[]> {
  if (valueless.length === 0) return []
  const [{ total }] = await db.from(table).count('* as total')
  if (Number(total) === 0) return []
  return valueless.map(({ place, to }) =>
    fault(
      place,
      'required',
      say`Field "${to.name}" must be given, and ${rows(Number(total))} of "${table}" would have none; add it without "required", fill it, and then require it`
    )
  )
}

async function uniqueFaults({ table, unique }: TableCheck): Promise<FieldFault[]> {
  const faults: FieldFault[] = []
  for (const { place, columns } of unique) {
    const query = db.from(table).select(columns).count('* as total').groupBy(columns)
    for (const column of columns) void query.whereNotNull(column)
    const groups = await query.havingRaw('count(*) > 1').orderBy(columns[0]!)
    if (groups.length === 0) continue
    const total = groups.reduce((sum, group) => sum + Number(group.total), 0)
    const examples = groups
      .slice(0, EXAMPLES)
      .map((group) => shownGroup(group, columns))
      .reduce((one, other) => say`${one}; ${other}`)
    faults.push(
      fault(
        place,
        'unique',
        say`${rows(total)} of "${table}" have the same ${columns.join(' and ')} as another, such as ${examples}; make them differ first, or leave the plan as it was`
      )
    )
  }
  return faults
}

function shownGroup(group: Record<string, unknown>, columns: readonly string[]): Text {
  const values = columns.map((column) => JSON.stringify(String(group[column]).slice(0, SHOWN)))
  return say`${values.join(' and ')} (${rows(Number(group.total))})`
}

function rows(count: number): Text {
  return count === 1 ? say`1 row` : say`${count} rows`
}
