import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { makeOperator } from '#tests/helpers/accounts'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { openGate } from '#tests/helpers/open_gate'
import { base } from './stage.js'

type Columns = Parameters<ReturnType<typeof db.connection>['schema']['createTable']>[1]
interface Described {
  plan: {
    table: object
    fields: { name: string; type: string; required?: boolean; length?: number }[]
  }
}

const made: string[] = []

async function makeTable(name: string, columns: Columns): Promise<void> {
  made.push(name)
  await db.connection().schema.createTable(name, columns)
}

test.group('Module generator | tables', (group) => {
  onEveryDatabase(group)
  group.setup(() => openGate().shut)
  group.each.teardown(async () => {
    for (const name of made.splice(0)) await db.connection().schema.dropTableIfExists(name)
  })

  test('describe tables, and draft from one that is nobody’s', async ({ client, assert }) => {
    const operator = await makeOperator()
    const tables = await client.get(`${base}/tables`).loginAs(operator)
    assert.deepInclude(tables.body().data, { name: 'departments' })
    const table = await client.get(`${base}/tables/departments`).loginAs(operator)
    const names = table.body().data.columns.map(({ name }: { name: string }) => name)
    assert.includeMembers(names, ['id', 'parent_id', 'name'])
    ;(await client.get(`${base}/tables/nowhere`).loginAs(operator)).assertStatus(404)

    await makeTable('odd_orders', (one) => {
      one.increments('id')
      one.string('customer', 40).notNullable()
      one.text('remarks')
      one.integer('pieces')
      one.decimal('price', 10, 2)
    })
    const drafted = await client
      .post(`${base}/plans/draft`)
      .json({ table: 'odd_orders' })
      .loginAs(operator)
    drafted.assertStatus(200)
    const { plan } = drafted.body().data as Described
    assert.deepInclude(plan.table, { name: 'odd_orders', existing: true })
    assert.deepEqual(
      plan.fields.map(({ name, type }) => [name, type]),
      [
        ['customer', 'string'],
        ['remarks', 'text'],
        ['pieces', 'integer'],
        ['price', 'decimal'],
      ]
    )
    assert.containsSubset(plan.fields[0], { required: true, length: 40 })
  })

  test('refuse a table that cannot be a module’s, and say why', async ({ client, assert }) => {
    const operator = await makeOperator()
    await makeTable('odd_keyless', (table) => table.string('word'))
    for (const [table, status, told] of [
      ['odd_keyless', 400, /no primary key; add an integer column "id"/],
      ['role_menus', 400, /key/],
      ['departments', 422, /belongs to/],
    ] as const) {
      const refused = await client.post(`${base}/plans/draft`).json({ table }).loginAs(operator)
      refused.assertStatus(status)
      assert.match(JSON.stringify(refused.body()).replaceAll('\\', ''), told)
    }
  })

  test('draft from a table of 200 columns what a plan can hold, and say so', async ({
    client,
    assert,
  }) => {
    await makeTable('odd_wides', (table) => {
      table.increments('id')
      for (let index = 1; index < 200; index++) table.integer(`figure_${index}`)
    })
    const operator = await makeOperator()
    const drafted = await client
      .post(`${base}/plans/draft`)
      .json({ table: 'odd_wides' })
      .loginAs(operator)
    drafted.assertStatus(200)
    const { plan, warnings } = drafted.body().data
    assert.match(warnings.join('\n'), /has 199 columns; only the first \d+ are fields/)
    const checked = await client.post(`${base}/plans/validate`).json({ plan }).loginAs(operator)
    assert.isTrue(checked.body().data.valid)
  })
})
