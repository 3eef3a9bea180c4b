import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { runPrepared, dialectOf } from '#kernel/database/main'
import { retrySingleStatements } from '#kernel/patches/main'
import { until } from '#tests/helpers/until'

const PREFIX = `way-${process.pid}-`
const WEIGHT = 40
const DEADLOCKS = ['ER_LOCK_DEADLOCK', '40P01']
const MOMENT = '2026-01-01 00:00:00.000'
const isServer = () => dialectOf(db.connection()) !== 'sqlite'
const ours = () => db.from('departments').where('name', 'like', `${PREFIX}%`).orderBy('id')
const raise = (id: number, by: number) =>
  `update departments set sort = sort + ${by} where id = ${id}`
/** It locks them in the order of their ids. */
const raiseBoth = ([one, other]: Pair) =>
  `update departments set sort = sort + 1000 where id in (${one}, ${other})`

type Pair = readonly [number, number]

function rows(name: string, count: number) {
  const [created_at, updated_at] = [MOMENT, MOMENT]
  return Array.from({ length: count }, () => ({
    ...{ name: `${PREFIX}${name}`, sort: 0, status: 'enabled' },
    ...{ created_at, updated_at },
  }))
}

/** For a lock, as the server tells everybody. */
async function somebodyWaits(): Promise<boolean> {
  if (dialectOf(db.connection()) === 'postgres') {
    const { rows: waiting } = await db.rawQuery(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    )
    return waiting.length > 0
  }
  const [[{ Value: waiting }]] = await db.rawQuery(
    `show global status like 'Innodb_row_lock_current_waits'`
  )
  return Number(waiting) > 0
}

/**
 * Lets two transactions wait for each other until the server fails `run`. On a slow machine it may fail the other one;
 * then both start again.
 */
async function crossing(pair: Pair, run: () => Promise<unknown>): Promise<void> {
  while (!(await runGivesWay(pair, run))) await ours().update({ sort: 0 })
}

/** The one that has written less, or has waited longer, gives way. */
async function runGivesWay([one, other]: Pair, run: () => Promise<unknown>): Promise<boolean> {
  const trx = await db.transaction()
  await trx.table('departments').multiInsert(rows('weight', WEIGHT))
  await trx.rawQuery(raise(other, 1))
  const running = run()
  await until(somebodyWaits)
  const failed = await trx.rawQuery(raise(one, 1)).catch((error) => error)
  const hasGivenWay = !DEADLOCKS.includes(failed?.code)
  await (hasGivenWay ? trx.commit() : trx.rollback())
  await running
  return hasGivenWay
}

async function sorts(pair: Pair): Promise<number[]> {
  const found = await ours().whereIn('id', [...pair])
  return found.map(({ sort }) => Number(sort))
}

const ways = {
  'of the query builder': (sql: string) => db.rawQuery(sql).exec(),
  'that are prepared': (sql: string) =>
    runPrepared(db.connection(), dialectOf(db.connection()), { sql, bindings: [] }),
}

/** Has the connection run statements as knex does it, until it is patched again. */
function unpatch(): () => void {
  const connection = db.manager.get(db.primaryConnectionName)!.connection!
  Reflect.deleteProperty(connection.client!.client as object, '_query')
  return () => retrySingleStatements(connection)
}

test.group('Patches | retrySingleStatements', (group) => {
  onEveryDatabase(group)

  let pair: Pair

  group.each.setup(async () => {
    await db.table('departments').multiInsert(rows('pair', 2))
    const [one, other] = (await ours()).map(({ id }) => Number(id))
    pair = [one!, other!]
    return async () => void (await ours().delete())
  })

  test('is needed while knex fails where a statement had to give way', async ({
    assert,
    cleanup,
  }) => {
    cleanup(unpatch())
    let error: unknown
    await crossing(pair, async () => {
      error = await ways['of the query builder'](raiseBoth(pair)).catch((fault) => fault)
    })
    assert.include(DEADLOCKS, (error as { code: string }).code)
  }).skip(() => !isServer())

  for (const [which, run] of Object.entries(ways))
    test(`${which} are run again where they had to give way`, async ({ assert }) => {
      await crossing(pair, () => run(raiseBoth(pair)))
      assert.deepEqual(await sorts(pair), [1001, 1001])
    }).skip(() => !isServer())

  test('in a transaction are not: what it wrote before is gone', async ({ assert }) => {
    let code = ''
    await crossing(pair, async () => {
      const trx = await db.transaction()
      await trx.rawQuery(raiseBoth(pair)).catch((error) => (code = error.code))
      await trx.rollback()
    })
    assert.include(DEADLOCKS, code)
    await until(async () => (await sorts(pair)).every((sort) => sort === 1))
  }).skip(() => !isServer())
})
