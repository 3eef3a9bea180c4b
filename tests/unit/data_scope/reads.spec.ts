import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type { ModelQueryBuilder } from '@adonisjs/lucid/orm'
import { actAsSystem, E_NOBODY_ACTING } from '#kernel/acting/acting'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { Order, Team, Undeclared } from './fixtures.js'
import { idsOf, orders, reaches, useWorld, visible, withReach } from './world.js'

type Row = { id: number }

interface Wrappable {
  wrapExisting(): { orWhere(column: string, operator: string, value: number): Promise<Row[]> }
}

/** Forms of one question: which orders are there? */
const forms: Record<string, () => Promise<Row[]>> = {
  'query': async () => Order.query(),
  'all': async () => Order.all(),
  'findMany': async () => Order.findMany(idsOf(orders)),
  'findManyBy': async () => [
    ...(await Order.findManyBy('teamId', 1)),
    ...(await Order.query().whereNot('teamId', 1)),
  ],
  'pojo': async () => Order.query().pojo<Row>(),
  'a top-level or': async () => Order.query().where('id', -1).orWhere('id', '>', 0),
  'or after a wrapped group': async () =>
    (Order.query().where('id', -1) as unknown as Wrappable).wrapExisting().orWhere('id', '>', 0),
  'or in a group': async () =>
    Order.query().where((group) => void group.where('id', -1).orWhere('id', '>', 0)),
  'not in a group': async () => Order.query().whereNot((group) => void group.where('id', -1)),
  'a raw or': async () => Order.query().whereRaw('1 = 0').orWhereRaw('1 = 1'),
  'a join': async () =>
    Order.query()
      .join('scope_lines', 'scope_lines.order_id', 'scope_orders.id')
      .select('scope_orders.id')
      .distinct(),
  'an alias': async () => Order.query().from({ o: 'scope_orders' }).select('o.id'),
  'an alias in text': async () => Order.query().from('scope_orders as o').select('o.id'),
  'a scoped sub-query as its source': async () =>
    Order.query().from(Order.query().as('inner_orders')),
  'a clone': async () => Order.query().clone(),
  'a query shown before it is run': async () => {
    const query = Order.query().where('id', '>', 0).orWhere('id', '<', 0)
    query.toSQL()
    query.toQuery()
    return query
  },
  'forUpdate': async () => db.transaction(async (trx) => Order.query({ client: trx }).forUpdate()),
  'a transaction': async () => db.transaction(async (trx) => Order.all({ client: trx })),
  'pages': async () => {
    const first = await Order.query().orderBy('id').paginate(1, 5)
    const rest = await Promise.all(
      Array.from({ length: first.lastPage - 1 }, (_, page) =>
        Order.query()
          .orderBy('id')
          .paginate(page + 2, 5)
      )
    )
    return [first, ...rest].flatMap((page) => page.all())
  },
  'a union of its own table': async () =>
    Order.query()
      .where('id', '<', 10)
      .union((query) => void query.where('id', '>=', 10)),
  'a sub-query of its own table': async () =>
    Order.query().whereIn('id', (query) => void query.from('scope_orders').select('id')),
  'a sub-query in a query of another model': async () => {
    const teams = await Team.query().whereIn(
      'id',
      (query) => void query.from('scope_orders').select('team_id')
    )
    const seen = await Order.query()
    return teams.length === new Set(seen.map(({ teamId }) => teamId)).size ? seen : []
  },
  'a common table expression': async () =>
    Order.query()
      .with('mine', (query) => void query.from('scope_orders').select('id'))
      .whereIn('id', (query) => void query.from('mine').select('id')),
  'knex': async () => runKnex(Order.query() as unknown as ModelQueryBuilder),
  'a stream of knex': async () => streamKnex(Order.query() as unknown as ModelQueryBuilder),
}

test.group('Data scope | reads', (group) => {
  onEveryDatabase(group)
  useWorld(group)

  for (const [name, reach] of Object.entries(reaches)) {
    test(`limit every form of a query to the reach "${name}"`, async ({ assert }) => {
      for (const [form, read] of Object.entries(forms)) {
        const rows = await withReach(reach, read)
        assert.deepEqual([...new Set(idsOf(rows))], idsOf(visible(orders, reach)), form)
      }
    })

    test(`limit finding one row to the reach "${name}"`, async ({ assert }) => {
      const expected = new Set(idsOf(visible(orders, reach)))
      await withReach(reach, async () => {
        for (const { id } of orders) {
          assert.equal((await Order.find(id)) !== null, expected.has(id))
          assert.equal((await Order.findBy('id', id)) !== null, expected.has(id))
          assert.equal((await Order.query().where('id', id).first()) !== null, expected.has(id))
        }
        assert.equal((await Order.first()) !== null, expected.size > 0)
      })
    })

    test(`limit aggregates to the reach "${name}"`, async ({ assert }) => {
      const seen = visible(orders, reach)
      const total = seen.reduce((sum, { amount }) => sum + amount, 0)
      await withReach(reach, async () => {
        const [counted] = await Order.query().count('* as total').pojo<{ total: unknown }>()
        const [summed] = await Order.query().sum('amount as total').pojo<{ total: unknown }>()
        const [largest] = await Order.query().max('amount as total').pojo<{ total: unknown }>()
        const grouped = await Order.query()
          .select('team_id')
          .count('* as total')
          .groupBy('team_id')
          .pojo<{ total: unknown }>()
        const page = await Order.query().paginate(1, 3)

        assert.equal(Number(counted!.total), seen.length)
        assert.equal(Number(summed!.total), total)
        assert.equal(Number(largest!.total), Math.max(0, ...seen.map(({ amount }) => amount)))
        assert.equal(
          grouped.reduce((sum, row) => sum + Number(row.total), 0),
          seen.length
        )
        assert.equal(Number(page.total), seen.length)
      })
    })
  }

  test('answer every row to the system', async ({ assert }) => {
    const rows = await actAsSystem('a test', () => Order.all())
    assert.lengthOf(rows, orders.length)
  })

  test('throw where nobody acts', async ({ assert }) => {
    for (const read of Object.values(forms)) {
      await assert.rejects(read, E_NOBODY_ACTING.message)
    }
    await assert.rejects(async () => Order.find(1), E_NOBODY_ACTING.message)
    assert.throws(() => Order.query().toSQL(), E_NOBODY_ACTING.message)
    assert.throws(() => Order.query().toQuery(), E_NOBODY_ACTING.message)
  })

  test('read unscoped models where nobody acts', async ({ assert }) => {
    assert.lengthOf(await Team.all(), 3)
  })

  test('refuse a model that declares nothing at its first query', async ({ assert }) => {
    await assert.rejects(
      async () => Undeclared.all(),
      /Model "Undeclared" does not say whose rows it keeps/
    )
  })

  test('refuse to read a scoped model from what has no scope columns', async ({ assert }) => {
    const source = db.from('scope_orders').as('everything')
    await withReach(reaches.self!, async () => {
      await assert.rejects(
        async () => Order.query().from(source),
        /reads from something that is not its table/
      )
    })
  })

  test('apply the scope once, however often a query is shown', async ({ assert }) => {
    await withReach(reaches.self!, async () => {
      const query = Order.query().where('id', 1).orWhere('id', 2)
      const first = query.toSQL().sql
      assert.equal(query.toSQL().sql, first)
      assert.equal(query.clone().toSQL().sql, first)
      assert.lengthOf(first.split('owner_id'), 2)
    })
  })

  test('add no predicate for everything, and one that is never true for nothing', async ({
    assert,
  }) => {
    const all = withReach(reaches.all!, () => Order.query().toSQL().sql)
    const none = withReach(reaches.none!, () => Order.query().toSQL().sql)
    assert.notInclude(all, 'where')
    assert.include(none, '1 = 0')
  })

  test('keep the text of a PostgreSQL statement constant for any number of departments', async ({
    assert,
  }) => {
    const sqlFor = (departments: number[]) =>
      withReach({ kind: 'rows', owner: null, departments }, () => Order.query().toSQL().sql)
    assert.equal(sqlFor([1]), sqlFor([1, 2, 3]))
  }).skip(!db.connection().dialect.name.includes('postgres'), 'the others write ids out')

  test('work for forty thousand departments', async ({ assert }) => {
    const departments = Array.from({ length: 40_000 }, (_, index) => index + 2)
    const reach = { kind: 'rows', owner: null, departments } as const
    const rows = await withReach(reach, () => Order.all())
    assert.deepEqual(idsOf(rows), idsOf(visible(orders, reach)))
  })

  test('refuse departments that are no identifiers', async ({ assert }) => {
    const departments = ['1) or (1=1' as unknown as number]
    await withReach({ kind: 'rows', owner: null, departments }, async () => {
      await assert.rejects(async () => Order.all(), /is no identifier/)
    })
  })
})

async function runKnex(query: ModelQueryBuilder): Promise<Row[]> {
  return (query as unknown as { toKnex(): Promise<Row[]> }).toKnex()
}

async function streamKnex(query: ModelQueryBuilder): Promise<Row[]> {
  const knex = (query as unknown as { toKnex(): { stream(): AsyncIterable<Row> } }).toKnex()
  if (db.connection().dialect.name === 'postgres') return knex as unknown as Promise<Row[]>
  const rows: Row[] = []
  for await (const row of knex.stream()) rows.push(row)
  return rows
}
