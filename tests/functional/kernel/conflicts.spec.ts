import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { toRefusal } from '#kernel/http/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

const ABOVE = 'conflict_test_parents'
const BELOW = 'conflict_test_children'

const refusalOf = async (work: () => Promise<unknown>) => {
  try {
    await work()
  } catch (error) {
    return toRefusal(error)
  }
  return null
}

test.group('Conflicts', (group) => {
  onEveryDatabase(group)
  group.setup(async () => {
    const client = db.connection()
    const drop = async () => {
      await client.schema.dropTableIfExists(BELOW)
      await client.schema.dropTableIfExists(ABOVE)
    }
    await drop()
    await client.schema.createTable(ABOVE, (table) => {
      table.increments('id')
      table.string('name', 20).unique()
    })
    await client.schema.createTable(BELOW, (table) => {
      table.increments('id')
      table.integer('parent_id').unsigned().references(`${ABOVE}.id`).onDelete('RESTRICT')
    })
    await db.table(ABOVE).insert({ id: 1, name: 'first' })
    await db.table(BELOW).insert({ id: 1, parent_id: 1 })
    return drop
  })

  test('are what the database says of a row that others refer to', async ({ assert }) => {
    const refusal = await refusalOf(() => db.from(ABOVE).where('id', 1).delete())
    assert.equal(refusal?.status, 409)
  })

  test('are what the database says of a reference to no row', async ({ assert }) => {
    const refusal = await refusalOf(() => db.table(BELOW).insert({ id: 2, parent_id: 77 }))
    assert.equal(refusal?.status, 409)
  })

  test('are what the database says of a value that is taken', async ({ assert }) => {
    const refusal = await refusalOf(() => db.table(ABOVE).insert({ id: 2, name: 'first' }))
    assert.equal(refusal?.status, 409)
  })
})
