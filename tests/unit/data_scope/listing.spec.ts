import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { labelsOf, defineListing, label } from '#kernel/listing/main'
import { t } from '#kernel/contracts/main'
import { actAsSystem, E_NOBODY_ACTING } from '#kernel/acting/acting'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { Line, Order } from './fixtures.js'
import { orderListing, tagListing } from './order_listing.js'
import { idsOf, orders, reaches, tagged, useWorld, visible, withReach } from './world.js'

type Query = Parameters<typeof orderListing.page>[0]

const everyOrder = <Result>(work: () => Result) => withReach(reaches.all!, work)
const list = (query: Query = {}) => everyOrder(() => orderListing.page(query))
const seenBy = async (query: Query) => idsOf((await list({ pageSize: 200, ...query })).items)

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const collected: Row[] = []
  for await (const row of rows) collected.push(row)
  return collected
}

test.group('Data scope | lists', (group) => {
  onEveryDatabase(group)
  useWorld(group)

  for (const [name, reach] of Object.entries(reaches)) {
    const expected = idsOf(visible(orders, reach))

    test(`limit pages, totals, streams and single rows to the reach "${name}"`, async ({
      assert,
    }) => {
      await withReach(reach, async () => {
        const exact = await orderListing.page({ pageSize: 200 })
        const capped = await orderListing.page({ pageSize: 5, count: 'capped' })
        const streamed = await collect(orderListing.stream({}))

        assert.deepEqual(idsOf(exact.items), expected)
        assert.equal(exact.total, expected.length)
        assert.equal(capped.total, expected.length)
        assert.deepEqual(idsOf(streamed), expected)
        for (const { id } of orders) {
          assert.equal((await orderListing.find(id)) !== null, expected.includes(id))
        }
      })
    })
  }

  test('throw where nobody acts', async ({ assert }) => {
    await assert.rejects(() => orderListing.page({}), E_NOBODY_ACTING.message)
    await assert.rejects(() => orderListing.find(1), E_NOBODY_ACTING.message)
    await assert.rejects(() => collect(orderListing.stream({})), E_NOBODY_ACTING.message)
  })

  test('list an unscoped model where nobody acts', async ({ assert }) => {
    const { items, total } = await tagListing.page({})
    assert.deepEqual(
      items,
      ['a', 'b', 'c', 'd'].map((name, index) => ({ id: index + 1, name }))
    )
    assert.equal(total, 4)
  })

  test('stream within the reach of whoever asked, whoever reads', async ({ assert }) => {
    const rows = withReach(reaches.self!, () => orderListing.stream({}))
    const read = await actAsSystem('a test', () => collect(rows))
    assert.deepEqual(idsOf(read), idsOf(visible(orders, reaches.self!)))
  })

  test('answer rows of the declared shape', async ({ assert }) => {
    const { items } = await list({ ids: [12] })
    assert.deepEqual(items, [
      {
        id: 12,
        title: 'Order 12',
        amount: 7,
        note: null,
        urgent: true,
        team: 'blue',
        parentTitle: 'Order 03',
        createdAt: '2026-03-04T10:00:00.012Z',
        closedAt: null,
      },
    ])
  })

  test('filter', async ({ assert }) => {
    const where = (keep: (order: (typeof orders)[number]) => boolean) => idsOf(orders.filter(keep))
    const tag = tagged.filter((row) => row.tag_id === 3).map((row) => row.order_id)
    const moment = (text: string) => DateTime.fromISO(text, { zone: 'utc' })

    assert.deepEqual(
      await seenBy({ teamId: 2 }),
      where(({ team_id: id }) => id === 2)
    )
    assert.deepEqual(
      await seenBy({ urgent: true }),
      where(({ id }) => id % 2 === 0)
    )
    assert.deepEqual(
      await seenBy({ urgent: false }),
      where(({ id }) => id % 2 === 1)
    )
    assert.deepEqual(await seenBy({ ids: [3, 1, 999] }), [1, 3])
    assert.deepEqual(await seenBy({ ids: [] }), [])
    assert.deepEqual(await seenBy({ tagId: 3 }), idsOf(tag.map((id) => ({ id }))))
    assert.deepEqual(
      await seenBy({ keyword: 'BLUE' }),
      where(({ team_id: id }) => id === 3)
    )
    assert.deepEqual(
      await seenBy({ keyword: 'order 1' }),
      where(({ id }) => id >= 10 && id < 20)
    )
    assert.deepEqual(
      await seenBy({
        createdAtFrom: moment('2026-03-04T10:00:00.012Z'),
        createdAtTo: moment('2026-03-04T10:00:00.021Z'),
      }),
      [12, 21]
    )
    assert.deepEqual(
      await seenBy({ teamId: 2, urgent: true, title: '0' }),
      where(
        (order) =>
          order.team_id === 2 && order.id % 2 === 0 && (order.id < 10 || order.id % 10 === 0)
      )
    )
  })

  test('take wildcards in a filter for themselves', async ({ assert }) => {
    assert.deepEqual(await seenBy({ title: '100%' }), [5, 10, 15, 20, 25, 30, 35])
    assert.deepEqual(await seenBy({ title: '%_off' }), [5, 10, 15, 20, 25, 30, 35])
    assert.deepEqual(await seenBy({ title: 'order__' }), [])
    assert.deepEqual(await seenBy({ title: '!' }), [])
    assert.deepEqual(await seenBy({ title: "'; drop table scope_orders; --" }), [])
    assert.deepEqual(await seenBy({ title: '?' }), [])
  })

  test('stream more rows than a batch holds', async ({ assert }) => {
    const rows = Array.from({ length: 1_000 }, () => ({ title: 'more', team_id: 1 }))
    for (let start = 0; start < rows.length; start += 200) {
      await db.table('scope_orders').multiInsert(rows.slice(start, start + 200))
    }
    assert.lengthOf(await everyOrder(() => collect(orderListing.stream({}))), 1_036)
  })

  test('refuse a page that lies too deep', async ({ assert }) => {
    const error = await list({ page: 1_000_000, pageSize: 200 }).catch((caught) => caught)
    assert.equal(error.status, 422)
    assert.equal(error.errors[0].field, 'page')
  })

  test('read within a transaction and on its connection only', async ({ assert }) => {
    await db.transaction(async (trx) => {
      await trx.from('scope_orders').where('id', '>', 2).delete()
      const page = await everyOrder(() => orderListing.page({}, { client: trx }))
      assert.deepEqual(idsOf(page.items), [1, 2])
      assert.equal(page.total, 2)
    })
  })

  test('refuse a sort that is not listed, even past the validator', async ({ assert }) => {
    for (const name of ['ownerId', 'id; drop table scope_orders', '"']) {
      await assert.rejects(() => list({ sort: [{ name, descending: false }] }), /cannot be sorted/)
    }
  })
})

test.group('Data scope | labels', (group) => {
  useWorld(group)

  test('show names of rows out of reach where the model declares them', async ({ assert }) => {
    const own = await withReach({ kind: 'rows', owner: 6, departments: [] }, () =>
      orderListing.page({})
    )
    assert.isTrue(own.items.some(({ parentTitle }) => parentTitle !== null))
  })

  test('answer declared labels by id to anybody', async ({ assert }) => {
    const labels = await labelsOf(Order, 'title', [1, 2, 2, 999])
    assert.deepEqual([...labels].sort(), [
      [1, 'Order 01'],
      [2, 'Order 02'],
    ])
    assert.equal((await labelsOf(Order, 'title', [])).size, 0)
  })

  test('refuse an attribute that is no declared label', async ({ assert }) => {
    await assert.rejects(() => labelsOf(Order, 'note', [1]), /not declared as one/)
    await assert.rejects(() => labelsOf(Line, 'orderId', [1]), /not declared as one/)
    const leaky = defineListing(Line, {
      row: t.object({ id: t.id(), note: t.text() }),
      columns: { note: label(() => Order, 'note', 'orderId') },
      sorts: [],
      defaultSort: 'id',
    })
    await assert.rejects(() => everyOrder(() => leaky.page({})), /not declared as one/)
  })

  test('refuse a list without its key or with an attribute that does not exist', async ({
    assert,
  }) => {
    const keyless = defineListing(Line, {
      row: t.object({ orderId: t.id() }),
      sorts: [],
      defaultSort: 'orderId',
    })
    const misspelt = defineListing(Line, {
      row: t.object({ id: t.id() }),
      columns: { id: label(() => Order, 'title', 'idd') },
      sorts: [],
      defaultSort: 'id',
    })
    await assert.rejects(() => everyOrder(() => keyless.page({})), /must have its primary key/)
    await assert.rejects(
      () => everyOrder(() => misspelt.page({})),
      /neither an attribute nor a column "idd"/
    )
  })
})
