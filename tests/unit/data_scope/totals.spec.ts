import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { CountMode } from '#kernel/contracts/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { statementsOf } from '#tests/helpers/statements'
import { orderListing } from './order_listing.js'
import { idsOf, orders, reaches, useWorld, visible, withReach } from './world.js'

type Query = Parameters<typeof orderListing.page>[0]

const onSqlite = () => db.connection().dialect.name.includes('sqlite')
const onPostgres = () => db.connection().dialect.name === 'postgres'

const list = (query: Query = {}, client?: QueryClientContract) =>
  withReach(reaches.all!, () => orderListing.page(query, { client }))

async function addOrders(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => ({ title: 'more', team_id: 1 }))
  for (let start = 0; start < rows.length; start += 200) {
    await db.table('scope_orders').multiInsert(rows.slice(start, start + 200))
  }
}

test.group('Data scope | totals', (group) => {
  onEveryDatabase(group)
  useWorld(group)

  test('count all that match, whatever the page', async ({ assert }) => {
    const page = await list({ keyword: 'blue', page: 2, pageSize: 5 })
    assert.equal(page.total, 12)
    assert.equal(page.page, 2)
    assert.lengthOf(page.items, 5)
  })

  test('count within reach on every page, the last and those beyond', async ({ assert }) => {
    for (const reach of Object.values(reaches)) {
      const expected = visible(orders, reach).length
      for (const page of [1, 2, 3, 99]) {
        for (const count of ['exact', 'capped'] as const) {
          const read = await withReach(reach, () =>
            orderListing.page({ page, pageSize: 18, count })
          )
          assert.equal(read.total, expected)
          assert.lengthOf(read.items, Math.max(0, Math.min(18, expected - (page - 1) * 18)))
        }
      }
    }
  })

  test('leave the total out when it is not asked for', async ({ assert }) => {
    const page = await list({ count: 'none' })
    assert.isNull(page.total)
    assert.notProperty(page, 'totalCapped')
    assert.notProperty(await list({ count: 'exact' }), 'totalCapped')
  })

  test('cap the total at a thousand', async ({ assert }) => {
    const capped = async (query: Query) => {
      const { total, totalCapped } = await list({ ...query, count: 'capped' })
      return [total, totalCapped]
    }
    assert.deepEqual(await capped({}), [36, false])

    await addOrders(1_000 - orders.length)
    const last = { page: 10, pageSize: 100 }
    const beyond = { page: 99, pageSize: 100 }
    for (const query of [{}, last, beyond]) assert.deepEqual(await capped(query), [1_000, false])

    await addOrders(1)
    for (const query of [{}, last, beyond]) assert.deepEqual(await capped(query), [1_000, true])
    assert.deepEqual(await capped({ page: 11, pageSize: 100 }), [1_000, true])
    assert.equal((await list({ count: 'exact' })).total, 1_001)
  })

  test('count the whole list beside a page read by cursor', async ({ assert }) => {
    const first = await list({ pageSize: 5 })
    const counted = (count: CountMode, pageSize = 5) =>
      list({ cursor: first.nextCursor!, count, pageSize })

    assert.equal((await counted('exact')).total, orders.length)
    assert.equal((await counted('capped')).total, orders.length)
    assert.equal((await counted('exact', 200)).total, orders.length)
    assert.isNull((await counted('none')).total)
  })

  test('count beside a cursor after which nothing is left', async ({ assert }) => {
    const { nextCursor } = await list({ pageSize: 5 })
    const [kept] = (await list({ pageSize: 1 })).items
    await db.from('scope_orders').whereNot('id', kept!.id).delete()

    const page = await list({ cursor: nextCursor!, count: 'exact' })
    assert.isEmpty(page.items)
    assert.equal(page.total, 1)
  })

  test('answer rows that carry nothing but their own members', async ({ assert }) => {
    const members = Object.keys(orderListing.source.columns)
    for (const count of ['none', 'capped', 'exact'] as const) {
      const { items } = await list({ count, pageSize: 3 })
      for (const item of items) assert.deepEqual(Object.keys(item), members)
    }
  })

  test('count within a transaction what it sees, on its connection only', async ({ assert }) => {
    await db.transaction(async (trx) => {
      await trx.from('scope_orders').where('id', '>', 7).delete()
      const pages = [
        await list({ pageSize: 5 }, trx),
        await list({ pageSize: 5, page: 9 }, trx),
        await list({ pageSize: 5, count: 'capped' }, trx),
      ]
      for (const { total } of pages) assert.equal(total, 7)
      assert.deepEqual(idsOf((await list({}, trx)).items), [1, 2, 3, 4, 5, 6, 7])
    })
  })

  test('ask a server for page and total in one statement', async ({ assert }) => {
    const { nextCursor: cursor } = await list({ pageSize: 5 })
    const queries: Query[] = [
      {},
      { count: 'capped' },
      { page: 2, pageSize: 5 },
      { keyword: 'blue', teamId: 3 },
      { cursor: cursor!, count: 'exact' },
    ]
    for (const query of queries) {
      assert.lengthOf(await statementsOf(() => list(query)), 1, JSON.stringify(query))
    }
    assert.lengthOf(await statementsOf(() => list({ page: 99 })), 2)
  }).skip(onSqlite, 'SQLite counts apart, and only where the page does not tell')

  test('do not count on SQLite where the page tells by its end', async ({ assert }) => {
    assert.lengthOf(await statementsOf(() => list({ page: 2, pageSize: 20 })), 1)
    assert.lengthOf(await statementsOf(() => list({ page: 1, pageSize: 20 })), 2)
  }).skip(() => !onSqlite(), 'SQLite alone')

  test('ask with the same text whatever the values', async ({ assert }) => {
    const texts = new Set<string>()
    for (const reach of [reaches.department!, reaches.custom!]) {
      for (const query of [{ teamId: 1 }, { teamId: 2, page: 2, pageSize: 1 }] as Query[]) {
        const read = () => withReach(reach, () => orderListing.page(query))
        for (const text of await statementsOf(read)) texts.add(text)
      }
    }
    assert.isAtMost(texts.size, 2, 'the page, and a count of its own beyond the end')
  }).skip(() => !onPostgres(), 'PostgreSQL alone')

  test('have each plan made for its values, so that the total does not choose for the page', async ({
    assert,
  }) => {
    await db.transaction(async (trx) => {
      for (let time = 0; time < 12; time++) await list({ teamId: 1 }, trx)
      const { rows } = await trx.rawQuery(
        `select max(generic_plans) as generic, max(custom_plans) as custom
         from pg_prepared_statements where statement like '%#total%'`
      )
      assert.equal(Number(rows[0].generic), 0)
      assert.isAtLeast(Number(rows[0].custom), 12)
    })
  }).skip(() => !onPostgres(), 'PostgreSQL alone')
})
