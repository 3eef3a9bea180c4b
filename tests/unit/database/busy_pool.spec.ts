import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import { BusyPool } from '#kernel/database/main'

test.group('Database | a pool whose connections are all taken', (group) => {
  onEveryDatabase(group)

  if (db.primaryConnectionName === 'sqlite') return

  test('is spoken of once as it begins, and once as it ends', async ({ assert }) => {
    const said: string[] = []
    const destination = { write: (line: string) => void said.push(JSON.parse(line).msg) }
    const busy = new BusyPool(db, new Logger({ enabled: true, level: 'info', destination }))
    const max = (
      db.getRawConnection(db.primaryConnectionName)!.connection!.pool as unknown as { max: number }
    ).max
    const look = (times: number) => Array.from({ length: times }, () => busy.look())

    look(5)
    const takers = await Promise.all(Array.from({ length: max }, () => db.transaction()))
    look(5)
    assert.isEmpty(said)
    const waiters = [db.rawQuery('select 1').exec(), db.rawQuery('select 2').exec()]
    look(5)
    assert.deepEqual(said, [
      `all ${max} connections to the database are taken, 2 wait: see DB_POOL_MAX`,
    ])
    await Promise.all(takers.map((taker) => taker.rollback()))
    await Promise.all(waiters)
    look(9)
    assert.lengthOf(said, 1)
    look(5)
    assert.deepEqual(said.slice(1), ['nobody waits for a connection to the database any more'])
  })
})
