import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { inTurn } from '#kernel/plugins/migrating/preparation_turn'
import { dialectOf } from '#kernel/database/dialect'
import { ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

const shared = process.env.REDIS_URL !== undefined && process.env.DB_CONNECTION !== undefined

const WAITING = {
  postgres: `SELECT COUNT(*) AS waiting FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event = 'advisory'`,
  mysql: `SELECT COUNT(*) AS waiting FROM information_schema.processlist
          WHERE db = DATABASE() AND state = 'User lock'`,
}

async function waiting(): Promise<number> {
  const dialect = dialectOf(db.connection()) as keyof typeof WAITING
  const answer = (await db.rawQuery(WAITING[dialect])) as unknown
  const rows = dialect === 'mysql' ? (answer as object[][])[0] : (answer as { rows: object[] }).rows
  return Number((rows![0] as { waiting: unknown }).waiting)
}

test.group('Nodes | started at the same moment', () => {
  if (!shared) return

  test('prepare the database one after another', async ({ assert }) => {
    let inside = 0
    let most = 0
    const task = async () => {
      most = Math.max(most, ++inside)
      await db.rawQuery('SELECT 1')
      inside--
    }
    await Promise.all(Array.from({ length: 8 }, () => inTurn(db, task)))
    assert.equal(most, 1)
  })

  test('wait for the one that prepares it, and start', async ({ assert }) => {
    const nodes = [1, 2, 3].map(() => ServiceProcess.spawn())
    try {
      await inTurn(db, async () => {
        await until(async () => (await waiting()) === nodes.length, 240_000)
      })
      await Promise.all(nodes.map((node) => node.ready()))
      const answers = await Promise.all(nodes.map((node) => node.get('/actuator/health')))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200]
      )
    } finally {
      await Promise.all(nodes.map((node) => node.stop()))
    }
  })
})
