import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { Adapter, BaseModel, ModelQueryBuilder } from '@adonisjs/lucid/orm'
import { runPrepared, dialectOf } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { Order, Tag, Team } from './fixtures.js'
import { reaches, useWorld, withReach } from './world.js'

type Inside = Record<string, any>

const inside = (value: unknown) => value as Inside
const onPostgres = () => db.connection().dialect.name === 'postgres'

/** What the data scope uses of Lucid and knex without their promise: a new version that moves it fails here. */
test.group('Data scope | seams in Lucid', (group) => {
  useWorld(group)

  test('find the methods that are replaced', ({ assert }) => {
    const builder = inside(ModelQueryBuilder.prototype)
    for (const name of [
      'applyWhere',
      'transformCallback',
      'where',
      'orWhere',
      'whereNot',
      'orWhereNot',
      'having',
      'orHaving',
    ]) {
      assert.isFunction(builder[name], name)
    }
    for (const name of ['insert', 'update', 'delete', 'refresh', 'modelClient']) {
      assert.isFunction(inside(Adapter.prototype)[name], name)
    }
    assert.isFunction(inside(BaseModel).truncate)
  })

  test('find the members of a builder that are read', async ({ assert }) => {
    const query = inside(Order.query().where('id', 1))
    assert.strictEqual(query.model, Order)
    assert.isFalse(query.isChildQuery)
    assert.deepEqual(query.whereStack, [[{ method: 'where', args: ['id', 1] }]])
    assert.equal(query.knexQuery._single.table, 'scope_orders')
    assert.isString(query.client.dialect.name)
  })

  test('find what a write holds until it runs', async ({ assert }) => {
    const update = inside(Order.query().update({ ownerId: 1 })).knexQuery._single
    const increment = inside(Order.query().increment('ownerId', 2)).knexQuery._single
    assert.property(update.update, 'owner_id')
    assert.property(increment.counter, 'owner_id')
  })

  test('pass every way of running or showing a query through the one that is replaced', async ({
    assert,
  }) => {
    const builder = inside(ModelQueryBuilder.prototype)
    const replaced = builder.applyWhere
    let passed = 0
    builder.applyWhere = function (this: Inside) {
      if (!this.isChildQuery) passed++
      return replaced.call(this)
    }
    const counted = async (ask: () => unknown) => {
      passed = 0
      await actAsSystem('a test', () => ask())
      return passed
    }

    try {
      const team = await Team.findOrFail(1)
      assert.isAbove(await counted(() => Order.all()), 0)
      assert.isAbove(await counted(() => Order.query().first()), 0)
      assert.isAbove(await counted(() => Order.query().toSQL()), 0)
      assert.isAbove(await counted(() => Order.query().toQuery()), 0)
      assert.isAbove(await counted(() => inside(Order.query()).toKnex()), 0)
      assert.isAbove(await counted(() => Order.query().update({ note: 'x' })), 0)
      assert.isAbove(await counted(() => Order.query().where('id', -1).delete()), 0)
      assert.isAbove(await counted(() => Order.query().paginate(1)), 1)
      assert.isAbove(await counted(() => Team.query().has('orders')), 1)
      assert.isAbove(await counted(() => Team.query().withCount('orders')), 1)
      assert.isAbove(await counted(() => Team.query().preload('orders')), 1)
      assert.isAbove(await counted(() => Tag.query().preload('orders')), 1)
      assert.isAbove(await counted(() => team.related('orders').query()), 0)
      assert.isAbove(await counted(() => team.load('lines')), 0)
    } finally {
      builder.applyWhere = replaced
    }
  })

  test('write the conditions of an unlimited query as Lucid does', async ({ assert }) => {
    const shapes = (query: ReturnType<typeof Order.query> | ReturnType<typeof Tag.query>) =>
      query
        .where('id', 1)
        .orWhere((both) => void both.where('id', 2).whereNotNull('id'))
        .whereIn('id', [1, 2])
        .toSQL()
    const scoped = actAsSystem('a test', () => shapes(Order.query()))
    const plain = shapes(Tag.query())
    const conditions = (sql: string) => sql.replace(/^.*? where /, '').replaceAll(/^\(+|\)+$/g, '')
    assert.equal(conditions(scoped.sql), conditions(plain.sql))
    assert.deepEqual(scoped.bindings, plain.bindings)
  })
})

test.group('Data scope | seams in knex', (group) => {
  onEveryDatabase(group)
  useWorld(group)

  test('run a list as a named statement of PostgreSQL', async ({ assert }) => {
    await db.transaction(async (trx) => {
      const sql = 'select count(*) as total from scope_orders where id > ?'
      await runPrepared(trx, dialectOf(trx), { sql, bindings: [3] })
      await runPrepared(trx, dialectOf(trx), { sql, bindings: [4] })
      const { rows } = await trx.rawQuery(
        "select name, statement from pg_prepared_statements where name like 'list_%'"
      )
      const ours = (rows as { statement: string }[]).filter(({ statement }) =>
        statement.includes('id > $1')
      )
      assert.lengthOf(ours, 1)
    })
  }).skip(!onPostgres(), 'PostgreSQL alone')

  test('go on when a column is altered under a prepared statement', async ({ assert }) => {
    const client = db.connection()
    const ask = () =>
      runPrepared(client, 'postgres', {
        sql: 'select title from scope_orders where id = ?',
        bindings: [1],
      })
    for (let round = 0; round < 20; round++) await ask()
    await client.rawQuery('alter table scope_orders alter column title type varchar(120)')
    assert.lengthOf(await ask(), 1)
  }).skip(!onPostgres(), 'PostgreSQL alone')

  test('look very many ids up in a map of bits on PostgreSQL', async ({ assert }) => {
    const { sql, bindings } = withReach(reaches['very many']!, () => Order.query().toSQL())
    assert.match(sql, /get_bit\(\?::bytea, /)
    assert.equal(bindings[0], 10_999)
    assert.match(String(bindings[1]), /^\\x1c00/)
  }).skip(!onPostgres(), 'PostgreSQL alone')

  test('take an array of ids as one parameter on PostgreSQL', async ({ assert }) => {
    const { sql, bindings } = withReach(reaches.department_and_below!, () => Order.query().toSQL())
    assert.match(sql, /= any\(\?::int\[\]\)/)
    assert.deepEqual(bindings, ['{2,3,4}'])
  }).skip(!onPostgres(), 'PostgreSQL alone')
})
