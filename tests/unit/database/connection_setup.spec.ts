import { test } from '@japa/runner'
import type { ConnectionConfig } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { dialectOf, isDatabaseLost, setUpMysql, setUpPostgres } from '#kernel/database/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { Relay } from '#tests/helpers/relay'

const SECONDS = 0.1

test.group('Database | connection setup', (group) => {
  onEveryDatabase(group)

  test('replace a connection on which the server has gone silent', async ({ assert, cleanup }) => {
    const dialect = dialectOf(db.connection())
    if (dialect === 'sqlite') return
    const { config } = db.manager.get(db.primaryConnectionName)!
    const server = config.connection as { host: string; port: number }
    const relay = await Relay.to(server.host, server.port)
    const afterCreate = (dialect === 'postgres' ? setUpPostgres : setUpMysql)(SECONDS)
    const relayed = { ...server, host: '127.0.0.1', port: relay.port }
    const pool = { min: 0, max: 1, afterCreate }
    db.manager.add('relayed', { ...config, connection: relayed, pool } as ConnectionConfig)
    cleanup(async () => {
      await db.manager.release('relayed')
      await relay.close()
    })

    await db.connection('relayed').rawQuery('select 1')
    relay.silence()
    relay.restore()
    const error = await db
      .connection('relayed')
      .rawQuery('select 2')
      .catch((one: unknown) => one)
    assert.isTrue(isDatabaseLost(error))
    await db.connection('relayed').rawQuery('select 3')
  })
})
