import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { isDatabaseLost } from '#kernel/database/main'
import { until } from '#tests/helpers/until'

type Transaction = TransactionClientContract

/** Takes the transaction away from under its COMMIT, in a way that the database itself then refuses it. */
const BREAK_OFF: Record<string, (trx: Transaction) => Promise<unknown>> = {
  'better-sqlite3': (trx) => trx.rawQuery('ROLLBACK'),
  'postgres': async (trx) => {
    const { rows } = await trx.rawQuery('select pg_backend_pid() as id')
    await db.rawQuery('select pg_terminate_backend(?)', [rows[0].id])
  },
  'mysql': async (trx) => {
    const [rows] = await trx.rawQuery('select connection_id() as id')
    await db.rawQuery(`kill ${rows[0].id}`)
  },
}

const name = `commit-${process.pid}`
const add = (trx: Transaction) =>
  trx.table('departments').insert({
    name,
    sort: 0,
    status: 'enabled',
    created_at: '2026-01-01 00:00:00.000',
    updated_at: '2026-01-01 00:00:00.000',
  })
/** The pool may hold on to the connection that broke for a moment. */
const isBack = () =>
  added().then(
    () => true,
    () => false
  )
const added = () => db.from('departments').where('name', name)

interface Dialect {
  _query(connection: unknown, asked: { sql: string }): Promise<unknown>
}

/** Loses the connection as a transaction begins. */
function loseAtBeginning(): () => void {
  const { client } = db.connection().getWriteClient() as unknown as { client: object }
  const dialect = Object.getPrototypeOf(client) as Dialect
  const usual = dialect._query
  const isOwn = Object.hasOwn(dialect, '_query')
  dialect._query = function (connection, asked) {
    if (asked.sql !== 'BEGIN;') return usual.call(this, connection, asked)
    return Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  }
  return () => {
    if (isOwn) dialect._query = usual
    else Reflect.deleteProperty(dialect, '_query')
  }
}

test.group('Patches | reportFailedTransactions', (group) => {
  group.each.teardown(async () => void (await db.from('departments').where('name', name).delete()))

  const raw = () => db.connection().getWriteClient()

  test('is needed while knex resolves a COMMIT that failed', async ({ assert }) => {
    const trx = await raw().transaction()
    const outcome = trx.executionPromise.catch((error: Error) => error)
    await trx.raw('ROLLBACK')
    await trx.commit()
    assert.instanceOf(await outcome, Error)
  }).skip(() => db.connection().dialect.name !== 'better-sqlite3')

  test('is needed while knex hands out a transaction that never began', async ({
    assert,
    cleanup,
  }) => {
    cleanup(loseAtBeginning())
    const trx = await raw().transaction()
    await assert.rejects(() => trx.executionPromise, /ECONNRESET/)
  })

  test('fail where the database did not commit, and run no hook that waits for it', async ({
    assert,
  }) => {
    let told = false
    const work = db.transaction(async (trx) => {
      trx.after('commit', () => void (told = true))
      await add(trx)
      await BREAK_OFF[trx.dialect.name]!(trx)
    })
    await assert.rejects(() => work)
    assert.isFalse(told)
    await until(isBack)
    assert.lengthOf(await added(), 0)
  })

  const begun: { title: string; begin: () => Promise<unknown> }[] = [
    { title: 'with work in it', begin: () => db.transaction((trx) => add(trx)) },
    { title: 'with nothing asked in it', begin: () => db.transaction(async () => 'done') },
    { title: 'by itself', begin: () => db.transaction() },
  ]
  for (const { title, begin } of begun) {
    test(`say that the database is lost where none began, ${title}`, async ({
      assert,
      cleanup,
    }) => {
      cleanup(loseAtBeginning())
      const error: unknown = await begin().catch((fault: unknown) => fault)
      assert.isTrue(isDatabaseLost(error), String(error))
    })
  }

  test('commit as usual', async ({ assert }) => {
    const answer = await db.transaction(async (trx) => {
      await add(trx)
      return 'done'
    })
    assert.equal(answer, 'done')
    assert.lengthOf(await added(), 1)
  })

  test('commit what is nested, and fail with it', async ({ assert }) => {
    await db.transaction((trx) => trx.transaction((nested) => add(nested)))
    assert.lengthOf(await added(), 1)
    await assert.rejects(() =>
      db.transaction(async (trx) => {
        await trx.transaction((nested) => add(nested))
        throw new Error('no')
      })
    )
    assert.lengthOf(await added(), 1)
  })
})
