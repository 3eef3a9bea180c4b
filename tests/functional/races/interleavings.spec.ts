import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { onEmbedded } from '../../helpers/embedded.js'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'

const TABLE = 'interleaving_counters'
const value = async (id: number) =>
  Number((await db.from(TABLE).where('id', id).firstOrFail()).value)

test.group('Races | the helper itself', (group) => {
  let id = 0
  group.setup(async () => {
    await db.connection().schema.createTable(TABLE, (table) => {
      table.integer('id').primary()
      table.integer('value').notNullable()
    })
    return () => db.connection().schema.dropTable(TABLE)
  })
  group.each.setup(async () => {
    id = 0
  })

  const outcomesOf = async (increment: (id: number) => Promise<unknown>) => {
    const outcomes: number[] = []
    const orders = await throughInterleavings(async () => {
      const own = ++id
      await db.table(TABLE).insert({ id: own, value: 0 })
      const deed = () => increment(own)
      return { first: deed, second: deed, check: async () => void outcomes.push(await value(own)) }
    })
    await db.from(TABLE).delete()
    return { orders, outcomes }
  }

  test('show what one order alone loses', async ({ assert }) => {
    const { orders, outcomes } = await outcomesOf(async (own) => {
      const before = await value(own)
      await db
        .from(TABLE)
        .where('id', own)
        .update({ value: before + 1 })
    })
    assert.lengthOf(outcomes, orders)
    assert.sameMembers([...new Set(outcomes)], [1, 2])
  })

  test('show nothing where there is nothing, though one must wait for the other', async ({
    assert,
  }) => {
    const { outcomes } = await outcomesOf((own) =>
      db.transaction(async (trx) => {
        const row = await trx.from(TABLE).where('id', own).forUpdate().firstOrFail()
        await trx
          .from(TABLE)
          .where('id', own)
          .update({ value: Number(row.value) + 1 })
      })
    )
    assert.deepEqual([...new Set(outcomes)], [2])
  })

  test('see a transaction that reads without a lock lose one', async ({ assert }) => {
    const { outcomes } = await outcomesOf((own) =>
      db.transaction(async (trx) => {
        const row = await trx.from(TABLE).where('id', own).firstOrFail()
        await trx
          .from(TABLE)
          .where('id', own)
          .update({ value: Number(row.value) + 1 })
      })
    )
    assert.sameMembers([...new Set(outcomes)], onEmbedded() ? [2] : [1, 2])
  })
})
