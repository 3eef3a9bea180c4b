import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Gate } from '#kernel/permissions/gate'
import { test } from '@japa/runner'
import { makeOperator } from '#tests/helpers/accounts'
import { OpenGate } from '#tests/helpers/open_gate'
import { base } from './stage.js'

type Columns = Parameters<ReturnType<typeof db.connection>['schema']['createTable']>[1]

const made: string[] = []

async function makeTable(name: string, columns: Columns): Promise<void> {
  made.push(name)
  await db.connection().schema.createTable(name, columns)
}

test.group('Module generator | odd tables', (group) => {
  group.setup(() => {
    app.container.swap(Gate, () => new OpenGate())
    return async () => {
      app.container.restore(Gate)
      for (const name of made) await db.connection().schema.dropTableIfExists(name)
    }
  })

  test('refuse a table without a primary key, and say what it lacks', async ({
    client,
    assert,
  }) => {
    await makeTable('odd_keyless', (table) => table.string('word'))
    const refused = await client
      .post(`${base}/plans/draft`)
      .json({ table: 'odd_keyless' })
      .loginAs(await makeOperator())
    refused.assertStatus(400)
    assert.equal(refused.body().data.reason, 'E_TABLE_UNFIT')
    assert.match(refused.body().message, /no primary key; add an integer column "id"/)
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
    const preview = await client.post(`${base}/preview`).json({ plan }).loginAs(operator)
    preview.assertStatus(200)
  })
})
