import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import { fullCases, shortCases, verbs, type MatrixCase, type Verb } from './cases.js'
import { MatrixRefusal, type MatrixDriver, type MatrixHands } from './driver.js'
import { maySee, type MatrixRow } from './oracle.js'

interface Trial {
  assert: Assert
  driver: MatrixDriver
  hands: Required<MatrixHands>
  rows: readonly MatrixRow[]
  seen: readonly number[]
}

/** What leaves the rows other than it found them. */
const CHANGING: readonly Verb[] = ['update', 'delete', 'bulkDelete']

/**
 * Runs the cases with every verb that a driver has, and compares with the oracle. Rows are made anew only after
 * they were changed, so nothing else may empty the table between the tests.
 */
export function runScopeMatrix(driver: MatrixDriver): void {
  const stock: Stock = { rows: null }
  for (const one of driver.isFull ? fullCases : shortCases) {
    for (const verb of verbs.filter((name) => driver.verbs.includes(name))) {
      test(`${titles[verb]} within ${one.title}`, ({ assert }) =>
        tryOne({ driver, stock, one, verb, assert }))
    }
  }
}

interface Stock {
  rows: readonly MatrixRow[] | null
}

interface Attempt {
  driver: MatrixDriver
  stock: Stock
  one: MatrixCase
  verb: Verb
  assert: Assert
}

async function tryOne({ driver, stock, one, verb, assert }: Attempt): Promise<void> {
  const rows = stock.rows ?? (await driver.reset())
  stock.rows = CHANGING.includes(verb) ? null : rows
  const seen = sorted(rows.filter((row) => maySee(one.roles, row)).map(({ id }) => id))
  const hands = (await driver.as(one)) as Required<MatrixHands>
  const trial = { assert, driver, hands, rows, seen }

  if (driver.ungranted === 'refused' && !one.roles.some(({ grants }) => grants))
    return refused(trial, verb)
  await trials[verb](trial)
}

const titles: Record<Verb, string> = {
  list: 'list what is',
  count: 'count what is',
  show: 'show what is',
  update: 'update what is',
  delete: 'delete what is',
  bulkDelete: 'delete several at once of what is',
  export: 'export what is',
  preload: 'preload what is',
}

const trials: Record<Verb, (trial: Trial) => Promise<void>> = {
  async list({ assert, hands, rows, seen }) {
    assert.deepEqual(ours(rows, await hands.list()), seen)
  },
  async count({ assert, hands, seen }) {
    assert.equal(await hands.count(), seen.length)
  },
  async show({ assert, hands, rows, seen }) {
    assert.deepEqual(await accepted(rows, (id) => hands.show(id)), seen)
  },
  async update({ assert, driver, hands, rows, seen }) {
    assert.deepEqual(await accepted(rows, (id) => hands.update(id)), seen)
    if (driver.changed) assert.deepEqual(sorted(await driver.changed()), seen)
  },
  async delete({ assert, driver, hands, rows, seen }) {
    assert.deepEqual(await accepted(rows, (id) => hands.delete(id)), seen)
    const kept = rows.filter((row) => driver.kept?.(row)).map(({ id }) => id)
    const gone = seen.filter((id) => !kept.includes(id))
    assert.deepEqual(sorted(await driver.stored()), without(rows, gone))
  },
  async bulkDelete({ assert, driver, hands, rows, seen }) {
    const all = rows.map(({ id }) => id)
    const carriedOut = await hands.bulkDelete(all)
    const whole = driver.bulk === 'within' || seen.length === rows.length
    assert.equal(carriedOut, whole)
    assert.deepEqual(sorted(await driver.stored()), whole ? without(rows, seen) : sorted(all))
    if (whole || seen.length === 0) return

    assert.isTrue(await hands.bulkDelete([...seen]))
    assert.deepEqual(sorted(await driver.stored()), without(rows, seen))
  },
  async export({ assert, hands, rows, seen }) {
    assert.deepEqual(ours(rows, await hands.export()), seen)
  },
  async preload({ assert, hands, rows, seen }) {
    assert.deepEqual(ours(rows, await hands.preload()), seen)
  },
}

async function refused({ assert, driver, hands, rows }: Trial, verb: Verb): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const ask = () => (verb === 'bulkDelete' ? hands.bulkDelete(ids) : hands[verb](ids[0]!))
  const error = await ask().then(
    () => null,
    (caught: unknown) => caught
  )
  assert.instanceOf(error, MatrixRefusal)
  assert.deepEqual(sorted(await driver.stored()), sorted(ids))
}

async function accepted(
  rows: readonly MatrixRow[],
  ask: (id: number) => Promise<boolean>
): Promise<number[]> {
  const ids: number[] = []
  for (const { id } of rows) if (await ask(id)) ids.push(id)
  return sorted(ids)
}

/** A subject may have rows beside those of the matrix, such as the operator's own. */
function ours(rows: readonly MatrixRow[], ids: readonly number[]): number[] {
  const known = new Set(rows.map(({ id }) => id))
  return sorted([...new Set(ids)].filter((id) => known.has(id)))
}

function without(rows: readonly MatrixRow[], gone: readonly number[]): number[] {
  return sorted(rows.map(({ id }) => id).filter((id) => !gone.includes(id)))
}

function sorted(ids: readonly number[]): number[] {
  return ids.map(Number).sort((a, b) => a - b)
}
