import { test } from '@japa/runner'
import { actAsSystem, E_NOBODY_ACTING } from '#kernel/acting/acting'
import { Order, Tag, Team } from './fixtures.js'
import {
  idsOf,
  lines,
  orders,
  reaches,
  tagged,
  useWorld,
  visible,
  withReach,
  type LineRow,
  type OrderRow,
} from './world.js'

interface Extras {
  $extras: Record<string, unknown>
  id: number
}

const countsOf = (rows: readonly Extras[], name: string) =>
  Object.fromEntries(rows.map((row) => [row.id, Number(row.$extras[name])]))

test.group('Data scope | relations', (group) => {
  useWorld(group)

  for (const [name, reach] of Object.entries(reaches)) {
    const seenOrders = visible(orders, reach)
    const seenLines = visible(lines, reach)
    const linesOf = (order: OrderRow) =>
      seenLines.filter((line: LineRow) => line.order_id === order.id)
    const ordersOf = (team: number) => seenOrders.filter((order) => order.team_id === team)
    const childrenOf = (order: OrderRow) =>
      seenOrders.filter((child) => child.parent_id === order.id)

    test(`limit preloaded rows to the reach "${name}"`, async ({ assert }) => {
      await withReach(reach, async () => {
        const teams = await Team.query()
          .preload('orders', (query) => void query.preload('lines'))
          .preload('lines')
        for (const team of teams) {
          const own = ordersOf(team.id)
          assert.deepEqual(idsOf(team.orders), idsOf(own))
          for (const order of team.orders) {
            assert.deepEqual(
              idsOf(order.lines),
              idsOf(seenLines.filter((line) => line.order_id === order.id))
            )
          }
          const through = orders.filter((order) => order.team_id === team.id)
          assert.deepEqual(idsOf(team.lines), idsOf(through.flatMap(linesOf)))
        }
      })
    })

    test(`limit preloads that hold only a few rows each to the reach "${name}"`, async ({
      assert,
    }) => {
      await withReach(reach, async () => {
        const teams = await Team.query().preload('orders', (query) => {
          query.groupLimit(2).groupOrderBy('id', 'asc')
        })
        for (const team of teams) {
          assert.deepEqual(idsOf(team.orders), idsOf(ordersOf(team.id)).slice(0, 2))
        }
      })
    })

    test(`limit rows preloaded over a pivot table to the reach "${name}"`, async ({ assert }) => {
      await withReach(reach, async () => {
        const tags = await Tag.query().preload('orders')
        for (const tag of tags) {
          const ids = tagged.filter((row) => row.tag_id === tag.id).map((row) => row.order_id)
          assert.deepEqual(
            idsOf(tag.orders),
            idsOf(seenOrders.filter(({ id }) => ids.includes(id)))
          )
        }
      })
    })

    test(`limit counts and aggregates of relations to the reach "${name}"`, async ({ assert }) => {
      await withReach(reach, async () => {
        const seen = (await Order.query()
          .withCount('lines')
          .withCount('children')) as unknown as Extras[]
        const teams = (await Team.query()
          .withCount('orders')
          .withAggregate(
            'orders',
            (query) => void query.sum('amount').as('amounts')
          )) as unknown as Extras[]
        const tags = (await Tag.query().withCount('orders')) as unknown as Extras[]

        assert.deepEqual(
          countsOf(seen, 'lines_count'),
          expected(seenOrders, (order) => linesOf(order).length)
        )
        assert.deepEqual(
          countsOf(seen, 'children_count'),
          expected(seenOrders, (order) => childrenOf(order).length)
        )
        for (const team of teams) {
          const own = ordersOf(team.id)
          assert.equal(Number(team.$extras.orders_count), own.length)
          assert.equal(
            Number(team.$extras.amounts ?? 0),
            own.reduce((sum, { amount }) => sum + amount, 0)
          )
        }
        for (const tag of tags) {
          const ids = tagged.filter((row) => row.tag_id === tag.id).map((row) => row.order_id)
          assert.equal(
            Number(tag.$extras.orders_count),
            seenOrders.filter(({ id }) => ids.includes(id)).length
          )
        }
      })
    })

    test(`limit the existence of related rows to the reach "${name}"`, async ({ assert }) => {
      const busy = seenOrders.filter((order) => linesOf(order).length > 0)
      const idle = seenOrders.filter((order) => linesOf(order).length === 0)
      const double = seenOrders.filter((order) => linesOf(order).length >= 2)
      const parents = seenOrders.filter((order) => childrenOf(order).length > 0)
      await withReach(reach, async () => {
        assert.deepEqual(idsOf(await Order.query().has('lines')), idsOf(busy))
        assert.deepEqual(idsOf(await Order.query().doesntHave('lines')), idsOf(idle))
        assert.deepEqual(idsOf(await Order.query().has('lines', '>=', 2)), idsOf(double))
        assert.deepEqual(idsOf(await Order.query().has('children')), idsOf(parents))
        assert.deepEqual(
          idsOf(
            await Order.query().whereHas(
              'lines',
              (query) => void query.where('id', -1).orWhere('id', '>', 0)
            )
          ),
          idsOf(busy)
        )
        assert.deepEqual(
          idsOf(
            await Team.query().whereHas(
              'lines',
              (query) => void query.where('scope_lines.id', '>', 0)
            )
          ),
          idsOf(teamsWith(orders.filter((order) => linesOf(order).length > 0)))
        )
        assert.deepEqual(idsOf(await Team.query().has('orders')), idsOf(teamsWith(seenOrders)))
        assert.deepEqual(
          idsOf(
            await Team.query()
              .where('id', -1)
              .orWhereHas('orders', (query) => void query.where('id', '>', 0))
          ),
          idsOf(teamsWith(seenOrders))
        )
      })
    })

    test(`limit queries from an instance to the reach "${name}"`, async ({ assert }) => {
      const team = await Team.findOrFail(1)
      const tag = await Tag.findOrFail(3)
      const taggedIds = tagged.filter((row) => row.tag_id === 3).map((row) => row.order_id)
      await withReach(reach, async () => {
        const own = ordersOf(1)
        assert.deepEqual(idsOf(await team.related('orders').query()), idsOf(own))
        assert.deepEqual(
          idsOf(await team.related('orders').query().where('id', -1).orWhere('id', '>', 0)),
          idsOf(own)
        )
        assert.equal((await team.related('order').query().first()) !== null, own.length > 0)
        assert.deepEqual(
          idsOf(await tag.related('orders').query()),
          idsOf(seenOrders.filter(({ id }) => taggedIds.includes(id)))
        )
        const [counted] = await team
          .related('orders')
          .query()
          .count('* as total')
          .pojo<{ total: unknown }>()
        assert.equal(Number(counted!.total), own.length)
        assert.equal((await team.related('orders').query().paginate(1, 2)).total, own.length)
      })
    })

    test(`limit what an instance loads to the reach "${name}"`, async ({ assert }) => {
      const team = await Team.findOrFail(2)
      await withReach(reach, async () => {
        await team.load('orders')
        await team.loadCount('orders')
        assert.deepEqual(idsOf(team.orders), idsOf(ordersOf(2)))
        assert.equal(Number(team.$extras.orders_count), ordersOf(2).length)
      })
    })
  }

  test('update and delete through a relation within reach only', async ({ assert }) => {
    const team = await Team.findOrFail(1)
    const mine = orders.filter((order) => order.team_id === 1 && order.owner_id === 3)
    await withReach(reaches.self!, () => team.related('orders').query().update({ note: 'touched' }))
    const touched = await actAsSystem('a test', () => Order.query().where('note', 'touched'))
    assert.deepEqual(idsOf(touched), idsOf(mine))

    await withReach(reaches.self!, () => team.related('orders').query().delete())
    const left = await actAsSystem('a test', () => Order.query().where('teamId', 1))
    assert.lengthOf(left, orders.filter((order) => order.team_id === 1).length - mine.length)
  })

  test('throw where nobody acts, even inside a query of an unscoped model', async ({ assert }) => {
    const team = await Team.findOrFail(1)
    const asked = [
      () => Team.query().preload('orders'),
      () => Team.query().withCount('orders'),
      () => Team.query().has('orders'),
      () => team.related('orders').query(),
      () => team.load('orders'),
      () => Tag.query().preload('orders'),
    ]
    for (const ask of asked) await assert.rejects(async () => ask(), E_NOBODY_ACTING.message)
  })
})

function expected(
  rows: readonly OrderRow[],
  count: (order: OrderRow) => number
): Record<number, number> {
  return Object.fromEntries(rows.map((row) => [row.id, count(row)]))
}

function teamsWith(rows: readonly OrderRow[]): { id: number }[] {
  return [...new Set(rows.map(({ team_id: id }) => id))].map((id) => ({ id }))
}
