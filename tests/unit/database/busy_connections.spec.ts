import db from '@adonisjs/lucid/services/db'
import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { DatabasePresence, dialectOf } from '#kernel/database/main'
import { clock } from '#kernel/state/main'

const logger = new Logger({ enabled: false })

test.group('Database presence | connections that are all at work', (group) => {
  onEveryDatabase(group)

  test('are no loss of the database', async ({ assert, cleanup }) => {
    const { max } = db.manager.get(db.primaryConnectionName)!.config.pool!
    const taken = await Promise.all(Array.from({ length: max! }, () => db.transaction()))
    cleanup(async () => {
      for (const trx of taken) await trx.rollback()
    })
    const presence = new DatabasePresence(db, logger, clock)
    cleanup(() => presence.stop())
    assert.isTrue(await presence.answers())
  }).skip(() => dialectOf(db.connection()) === 'sqlite')
})
