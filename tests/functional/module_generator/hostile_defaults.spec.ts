import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { NO_CLAIMS } from '../../../app/plugins/module_generator/plan/claim_checks.js'
import { checkPlan } from '../../../app/plugins/module_generator/plan/check_plan.js'
import { resolvePlan } from '../../../app/plugins/module_generator/plan/resolve_plan.js'
import { columnLine } from '../../../app/plugins/module_generator/rendering/column_code.js'

const TABLE = 'odd_defaults'

const planOf = (defaults: readonly string[]) => ({
  name: 'odd-default',
  fields: defaults.map((value, index) => ({
    name: `word${index}`,
    type: 'string' as const,
    default: value,
  })),
})

test.group('Module generator | defaults that look like SQL', (group) => {
  onEveryDatabase(group)

  test('refuse those that a database would change', ({ assert }) => {
    const plan = planOf(['Who?', '\\?', 'two\nlines', 'nothing\0'])
    const { faults } = checkPlan(plan, { targets: new Map(), files: false, claims: NO_CLAIMS })
    assert.deepEqual(
      faults.map(({ field, rule }) => [field, rule]),
      plan.fields.map((_, index) => [`fields.${index}.default`, 'characters'])
    )
  })

  test('keep the others as they are', async ({ assert, cleanup }) => {
    const defaults = [
      "it's",
      "'); drop table users; --",
      '\\',
      "\\'",
      'a\\nb',
      ':name ::text @x $1 %s',
      '“quoted” 你好 🎈',
    ]
    cleanup(() => db.connection().schema.dropTableIfExists(TABLE))
    const spec = resolvePlan(planOf(defaults), new Map())
    await db.connection().schema.createTable(TABLE, (table) => {
      table.increments('id')
      table.integer('number').nullable()
      for (const field of spec.fields) new Function('table', columnLine(field, spec))(table)
    })
    await db.table(TABLE).insert({ number: 1 })
    const row = await db.from(TABLE).first()
    assert.deepEqual(
      spec.fields.map(({ column }) => row[column]),
      defaults
    )
  })
})
