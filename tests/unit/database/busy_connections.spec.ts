import db from '@adonisjs/lucid/services/db'
import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { DatabaseStatus, dialectOf } from '#kernel/database/main'

const logger = new Logger({ enabled: false })

test.group('Database status | a pool whose connections are all in use', (group) => {
  onEveryDatabase(group)

  test('is no loss of the database', async ({ assert, cleanup }) => {
    const { max } = db.manager.get(db.primaryConnectionName)!.config.pool!
    const taken = await Promise.all(Array.from({ length: max! }, () => db.transaction()))
    cleanup(async () => {
      for (const trx of taken) await trx.rollback()
    })
    const status = new DatabaseStatus(db, logger)
    cleanup(() => status.stop())
    assert.isTrue(await status.answers())
  }).skip(() => dialectOf(db.connection()) === 'sqlite')
})
