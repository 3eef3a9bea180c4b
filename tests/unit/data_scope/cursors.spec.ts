import { test } from '@japa/runner'
import { parseSort } from '#kernel/contracts/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { orderListing } from './order_listing.js'
import { idsOf, orders, reaches, useWorld, visible, withReach } from './world.js'

type Query = Parameters<typeof orderListing.page>[0]

const list = (query: Query = {}) => withReach(reaches.all!, () => orderListing.page(query))

test.group('Data scope | cursors', (group) => {
  onEveryDatabase(group)
  useWorld(group)

  const sorts = [
    'id',
    '-id',
    'title',
    '-createdAt',
    'createdAt',
    'closedAt',
    '-closedAt',
    'note',
    '-note',
    'urgent,-amount',
    '-note,closedAt,-urgent',
    'team,-title',
    '-team,note',
    'amount,id',
  ]

  for (const text of sorts) {
    test(`follow cursors through the sort "${text}" as pages do`, async ({ assert }) => {
      const sort = parseSort(text)
      const whole = (await list({ sort, pageSize: 200 })).items
      const followed: typeof whole = []
      let cursor: string | undefined
      do {
        const page = await list({ sort, pageSize: 5, cursor })
        followed.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor)

      assert.deepEqual(followed, whole)
      assert.lengthOf(followed, orders.length)
    })
  }

  test('neither page nor count unless asked, when read by cursor', async ({ assert }) => {
    const { nextCursor: cursor } = await list({ pageSize: 5 })
    const page = await list({ pageSize: 5, page: 3, cursor: cursor! })
    assert.isNull(page.page)
    assert.isNull(page.total)
    assert.equal(
      (await list({ pageSize: 5, cursor: cursor!, count: 'exact' })).total,
      orders.length
    )
  })

  test('stay within reach when a cursor comes from a wider one', async ({ assert }) => {
    const { nextCursor: cursor } = await list({ sort: parseSort('id'), pageSize: 1 })
    const page = await withReach(reaches.self!, () =>
      orderListing.page({ sort: parseSort('id'), cursor: cursor!, pageSize: 200 })
    )
    assert.deepEqual(
      idsOf(page.items),
      idsOf(visible(orders, reaches.self!)).filter((id) => id > 1)
    )
  })

  test('refuse garbage and cursors of another sort', async ({ assert }) => {
    const { nextCursor: other } = await list({ sort: parseSort('title'), pageSize: 1 })
    const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const garbage = [
      'x',
      '%',
      'null',
      other!,
      written(null),
      written({}),
      written([]),
      written(['-createdAt,-id']),
      written(['-createdAt,-id', {}, 1]),
      written(['-createdAt,-id', 'a', 1, 2]),
      written(['-createdAt,-id', ['moment', 'x'], 1]),
    ]
    for (const cursor of garbage) {
      const error = await list({ cursor }).catch((caught) => caught)
      assert.equal(error.status, 422, cursor)
      assert.equal(error.errors[0].field, 'cursor')
    }
  })

  test('never fail for a cursor of the right form and wrong values', async ({ assert }) => {
    const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const values of [
      ['a', 'b'],
      [true, 1e300],
      [1, "1' or '1'='1"],
      ['2026', -1],
      ['\u0000', 1],
      [['moment', 1e15], 1],
      [['moment', 9e15], 1],
    ]) {
      const outcome = await list({ cursor: written(['-createdAt,-id', ...values]) }).catch(
        (caught) => caught
      )
      assert.oneOf(outcome.status ?? 200, [200, 422], JSON.stringify(values))
    }
  })
})
