import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { Refusal } from '#kernel/errors/main'
import { assertRowsFit } from '../../../app/plugins/module_generator/applying/alteration_checks.js'
import type { FieldPlan } from '../../../app/plugins/module_generator/plan/field_schema.js'
import type { ModulePlan } from '../../../app/plugins/module_generator/main.js'
import { resolvePlan } from '../../../app/plugins/module_generator/plan/resolve_plan.js'
import { alterationOf } from '../../../app/plugins/module_generator/rendering/alteration.js'
import { columnLine } from '../../../app/plugins/module_generator/rendering/column_code.js'

const TABLE = 'odd_rows'
const LINES = 'odd_row_parts'

type Value = string | number | boolean | Date | null
type Field = Omit<FieldPlan, 'name'>

const specOf = (fields: FieldPlan[], also: Partial<ModulePlan> = {}) =>
  resolvePlan({ name: 'odd-row', fields, ...also }, new Map())

/** Rows with an id from 1 and such a value each. */
async function standing(name: string, field: Field, values: readonly Value[]): Promise<void> {
  const spec = specOf([{ ...field, name: 'word' }])
  await db.connection().schema.createTable(name, (table) => {
    table.increments('id')
    new Function('table', columnLine(spec.fields[0]!, spec))(table)
  })
  for (const word of values) await db.table(name).insert({ word })
}

async function faultsOf(before: FieldPlan[], after: FieldPlan[], also: Partial<ModulePlan> = {}) {
  try {
    await assertRowsFit(alterationOf(specOf(before), specOf(after, also)))
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.errors!
  }
}

const moment = new Date('2026-11-21T10:00:00.000Z')
const string = (length: number): Field => ({ type: 'string', length })
const decimal = (precision: number, scale: number): Field => ({ type: 'decimal', precision, scale })
const kind = (...values: string[]): Field => ({ type: 'enum', values })

const refused: [title: string, from: Field, to: Field, values: Value[], message: RegExp][] = [
  [
    'text that would be cut',
    string(80),
    string(5),
    ['short', 'longer', null, 'far too long'],
    /2 rows of "odd_rows" have more than 5 characters, such as id 2 \("longer"\), id 4 \("far too long"\); shorten/,
  ],
  [
    'what has no value',
    string(80),
    { ...string(80), required: true },
    ['a', null, null],
    /2 rows .* have no value.*id 2, id 3; fill them/,
  ],
  [
    'text that is no number',
    string(80),
    { type: 'integer' },
    ['1', 'one', '1.5', '', '99999999999'],
    /3 rows .* no whole number.*"one"/,
  ],
  ['text beyond an integer', string(80), { type: 'integer' }, ['99999999999'], /are not within/],
  [
    'digits before the point',
    decimal(10, 2),
    decimal(5, 2),
    ['999.99', '1000'],
    /1 row .* no place for, such as id 2/,
  ],
  ['digits after the point', decimal(10, 2), decimal(10, 1), ['1.25', '1.5'], /1 row .* id 1/],
  ['a fraction', decimal(10, 2), { type: 'integer' }, ['1.25', '1'], /1 row .* no whole number/],
  [
    'values of an enum that go',
    kind('draft', 'live', 'old'),
    kind('draft', 'new'),
    ['draft', 'live', 'old', 'live'],
    /3 rows .* none any more, such as id 2 \("live"\), id 3 \("old"\), id 4/,
  ],
  ['text that is no day', string(20), { type: 'date' }, ['2026-02-30', '2026-11-21'], /no day/],
  ['text that is no JSON', { type: 'text' }, { type: 'json' }, ['{}', '{'], /1 row .* no JSON/],
  [
    'numbers out of bounds',
    { type: 'integer' },
    { type: 'integer', min: 1, max: 5 },
    [0, 1, 5, 6],
    /2 rows .* not within 1 and 5, such as id 1 \("0"\), id 4 \("6"\)/,
  ],
  ['yes and no as text', { type: 'boolean' }, string(20), [true], /1 row .* have a boolean/],
  ['a moment as a day', { type: 'datetime' }, { type: 'date' }, [moment], /1 row .* a datetime/],
  ['text as a moment', string(40), { type: 'datetime' }, ['2026-11-21'], /1 row .* a string/],
  [
    'doubles',
    string(20),
    { ...string(20), unique: true },
    ['a', 'b', 'a', 'b', 'b', null, null],
    /^5 rows .* have the same word as another, such as "a" \(2 rows\); "b" \(3 rows\)/,
  ],
]

const fitting: [title: string, from: Field, to: Field, values: Value[], after?: Value[]][] = [
  ['shorter text', string(80), string(5), ['short', 'a b', null]],
  ['a text as a string', { type: 'text' }, string(5), ['short', null]],
  [
    'text as whole numbers',
    string(80),
    { type: 'integer' },
    ['12', '-3', '0', null],
    [12, -3, 0, null],
  ],
  ['whole numbers as text', { type: 'integer' }, string(5), [12, -3, null], ['12', '-3', null]],
  [
    'a narrower decimal',
    decimal(12, 4),
    decimal(5, 2),
    ['999.99', '-1.5', '0', null],
    [999.99, -1.5, 0, null],
  ],
  [
    'a decimal as whole numbers',
    decimal(10, 2),
    { type: 'integer' },
    ['7', '-1', null],
    [7, -1, null],
  ],
  [
    'whole numbers as a decimal',
    { type: 'integer' },
    decimal(5, 2),
    [999, -1, null],
    [999, -1, null],
  ],
  ['what is filled', string(20), { ...string(20), required: true }, ['a', 'b']],
  ['fewer values, none of them in use', kind('a', 'b', 'c'), kind('b', 'a'), ['a', 'b', null]],
  ['text as an enum', string(20), kind('a', 'b'), ['a', 'b', null]],
  ['what differs', string(20), { ...string(20), unique: true }, ['a', 'b', null, null]],
  ['no value at all', { type: 'boolean' }, { ...string(20) }, []],
]

test.group('Module generator | rows under a changed plan', (group) => {
  onEveryDatabase(group)
  group.each.teardown(async () => {
    await db.connection().schema.dropTableIfExists(LINES)
    await db.connection().schema.dropTableIfExists(TABLE)
  })

  for (const [title, from, to, values, message] of refused)
    test(`refuse ${title}`, async ({ assert }) => {
      await standing(TABLE, from, values)
      const faults = await faultsOf([{ ...from, name: 'word' }], [{ ...to, name: 'word' }])
      assert.isNotEmpty(faults)
      assert.equal(faults[0]!.field, 'fields.0')
      assert.match(String(faults[0]!.message), message)
    })

  for (const [title, from, to, values, after = values] of fitting)
    test(`carry over ${title}, as it is`, async ({ assert }) => {
      await standing(TABLE, from, values)
      const [before, changed] = [[{ ...from, name: 'word' }], [{ ...to, name: 'word' }]]
      assert.deepEqual(await faultsOf(before, changed), [])
      for (const { table, up } of alterationOf(specOf(before), specOf(changed)).tables)
        await db.connection().schema.alterTable(table, (one) => {
          new Function('table', up.join('\n'))(one)
        })
      const rows = await db.from(TABLE).orderBy('id')
      const plain = (word: unknown) =>
        to.type === 'decimal' && word !== null ? Number(word) : word
      assert.deepEqual(
        rows.map(({ word }) => plain(word)),
        after
      )
    })

  test('refuse what comes, must be given, and has nothing to begin with', async ({ assert }) => {
    await standing(TABLE, string(20), ['a', 'b'])
    const before: FieldPlan[] = [{ ...string(20), name: 'word' }]
    for (const type of ['user', 'department', 'datetime'] as const) {
      const faults = await faultsOf(before, [...before, { name: 'fresh', type, required: true }])
      assert.equal(faults[0]!.field, 'fields.1')
      assert.match(String(faults[0]!.message), /2 rows of "odd_rows" would have none/)
    }
    await db.from(TABLE).delete()
    const fresh: FieldPlan = { name: 'fresh', type: 'user', required: true }
    assert.deepEqual(await faultsOf(before, [...before, fresh]), [])
  })

  test('judge lines as well, and name each fault', async ({ assert }) => {
    await standing(TABLE, string(20), ['much too long'])
    await standing(LINES, string(20), ['also too long', null])
    const plan = (length: number, required: boolean): FieldPlan[] => [
      { name: 'parts', type: 'hasMany', fields: [{ ...string(length), name: 'word', required }] },
      { ...string(length), name: 'word' },
    ]
    const faults = await faultsOf(plan(20, false), plan(5, true))
    assert.deepEqual(
      faults.map(({ field, rule }) => [field, rule]),
      [
        ['fields.1', 'length'],
        ['fields.0.fields.0', 'length'],
        ['fields.0.fields.0', 'required'],
      ]
    )
  })

  test('look at every row, however many there are', async ({ assert }) => {
    await standing(TABLE, string(20), [])
    const many = Array.from({ length: 4_500 }, (_, index) => ({
      word: index === 4_499 ? 'long' : 'x',
    }))
    for (let from = 0; from < many.length; from += 500)
      await db.table(TABLE).multiInsert(many.slice(from, from + 500))
    const faults = await faultsOf(
      [{ ...string(20), name: 'word' }],
      [{ ...string(3), name: 'word' }]
    )
    assert.match(String(faults[0]!.message), /1 row of "odd_rows"/)
  })
})
