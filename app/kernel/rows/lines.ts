import type { LucidRow } from '@adonisjs/lucid/types/model'
import { E_VALIDATION } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'

interface Line {
  id?: number | undefined
}

interface Lines<Row> {
  query(): PromiseLike<Row[]> & { orderBy(column: string): PromiseLike<Row[]> }
  createMany(values: object[]): Promise<unknown>
}

/**
 * Makes the lines of a row those that are given. One with an `id` is that line; where none has one, they are the lines
 * that are there, in order. Others are made, and what is left over goes.
 *
 * @param lines the relation, in the transaction of the row
 * @param field member of the body that holds them
 * @returns whether anything changed
 * @throws E_VALIDATION for an id that is none of the row's lines
 */
export async function writeLines<Row extends LucidRow & { id: number }>(
  lines: Lines<Row>,
  given: readonly Line[],
  field: string
): Promise<boolean> {
  const there = await lines.query().orderBy('id')
  const pairs = paired(there, given, field)
  const kept = new Set(pairs.map(([row]) => row))
  let changed = false
  for (const row of there.filter((one) => !kept.has(one))) {
    await row.delete()
    changed = true
  }
  for (const [row, values] of pairs) {
    if (!row?.merge(values).$isDirty) continue
    await row.save()
    changed = true
  }
  const made = pairs.filter(([row]) => !row).map(([, values]) => values)
  if (made.length > 0) await lines.createMany(made)
  return changed || made.length > 0
}

function paired<Row extends LucidRow & { id: number }>(
  there: readonly Row[],
  given: readonly Line[],
  field: string
): [Row | undefined, object][] {
  const byOrder = given.every(({ id }) => id === undefined)
  const left = new Map(there.map((row) => [row.id, row]))
  return given.map(({ id, ...values }, index) => {
    if (byOrder) return [there[index], values]
    if (id === undefined) return [undefined, values]
    const row = left.get(id)
    left.delete(id)
    if (!row) refuse(`${field}.${index}.id`)
    return [row, values]
  })
}

function refuse(field: string): never {
  const message = say`The ${field} field names no line of this row, or one that is named before`
  throw new E_VALIDATION(undefined, { errors: [{ field, rule: 'exists', message }] })
}
