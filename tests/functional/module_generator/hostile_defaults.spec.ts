import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { NO_CLAIMS } from '../../../app/plugins/module_generator/plan/claim_checks.js'
import { checkPlan } from '../../../app/plugins/module_generator/plan/check_plan.js'
import { resolvePlan } from '../../../app/plugins/module_generator/plan/resolve_plan.js'
import { columnLine } from '../../../app/plugins/module_generator/rendering/column_code.js'

const TABLE = 'odd_defaults'

const defaults = [
  "it's",
  "'); drop table users; --",
  '\\',
  "\\'",
  'a\\nb',
  ':name ::text @x $1 %s',
  '; drop table users',
  '“quoted” 你好 🎈',
]

test.group('Module generator | defaults that look like SQL', (group) => {
  group.each.teardown(async () => {
    await db.connection().schema.dropTableIfExists(TABLE)
  })

  for (const value of ['Who?', '\\?', 'two\nlines', 'nothing\0'])
    test(`refuse the default ${JSON.stringify(value)}`, ({ assert }) => {
      const plan = {
        name: 'odd-default',
        fields: [{ name: 'word', type: 'string', default: value }],
      }
      const { faults } = checkPlan(plan, { targets: new Map(), files: false, claims: NO_CLAIMS })
      assert.deepEqual(
        faults.map(({ field, rule }) => [field, rule]),
        [['fields.0.default', 'characters']]
      )
    })

  for (const value of defaults)
    test(`keep a default of ${JSON.stringify(value)} as it is`, async ({ assert }) => {
      const field = { name: 'word', type: 'string' as const, default: value }
      const spec = resolvePlan({ name: 'odd-default', fields: [field] }, new Map())
      const declare = new Function('table', columnLine(spec.fields[0]!, spec))
      await db.connection().schema.createTable(TABLE, (table) => {
        table.increments('id')
        table.integer('number').nullable()
        declare(table)
      })
      await db.table(TABLE).insert({ number: 1 })
      assert.equal((await db.from(TABLE).first()).word, value)
    })
})
