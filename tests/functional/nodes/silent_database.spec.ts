import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { onNewMysql, onNewPostgres } from '#kernel/database/new_connections'
import { makeOperator } from '../../helpers/accounts.js'
import {
  bearer,
  connectTo,
  makeAccounts,
  type Account,
} from '../../helpers/messaging/service_people.js'
import { text } from '../../helpers/messaging/people.js'
import { Relay } from '../../helpers/relay.js'
import { ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

const connection = process.env.DB_CONNECTION ?? 'sqlite'
const TALKS = '/app/im/conversations'
const AT_ONCE = 30

interface Stage {
  relay: Relay
  service: ServiceProcess
  ann: Account
  bob: Account
}

async function stage(): Promise<Stage> {
  const port = Number(process.env.DB_PORT ?? (connection === 'pg' ? 5432 : 3306))
  const relay = await Relay.to(process.env.DB_HOST ?? '127.0.0.1', port)
  const service = await ServiceProcess.start({
    DATABASE_URL: '',
    DB_HOST: '127.0.0.1',
    DB_PORT: String(relay.port),
    DB_QUERY_SECONDS: '2',
    RATE_LIMIT_PER_SECOND: '100000',
    LOG_LEVEL: 'info',
  })
  const [ann, bob] = await makeAccounts(service, 2)
  return { relay, service, ann: ann!, bob: bob! }
}

test.group('Nodes | a database that goes silent', () => {
  if (connection === 'sqlite') return

  test('answer 503 and not never, and serve again over new connections', async ({ assert }) => {
    const { relay, service, ann, bob } = await stage()
    const lines = (message: string) => service.output.split(message).length - 1
    const askAll = (): Promise<number[]> => {
      const asked = Array.from({ length: AT_ONCE }, () => service.get(TALKS, bearer(ann.token)))
      return Promise.all(asked.map(async (answer) => (await answer).status))
    }
    const socket = await connectTo(service, ann)
    const { conversationId } = await socket.ask(text('before', { to: bob.id }))
    assert.deepEqual([...new Set(await askAll())], [200])

    relay.silence()
    const waiting = socket.ask(text('into silence', { conversationId }))
    assert.deepEqual([...new Set(await askAll())], [503])
    assert.equal((await service.get('/actuator/health')).status, 503)
    assert.include(['ack', 'error'], (await waiting).type)
    await until(() => lines('the database is lost') > 0)

    relay.restore()
    await until(async () => (await service.get('/actuator/health')).status === 200)
    await until(() => lines('the database is back') > 0)
    assert.deepEqual([...new Set(await askAll())], [200])
    assert.equal((await socket.ask(text('after', { conversationId }))).type, 'ack')
    assert.equal(await service.stop(), 0)
    await relay.close()
  }).timeout(180_000)

  test('say so although nobody asks', async () => {
    const { relay, service } = await stage()
    relay.silence()
    await until(() => service.output.includes('the database is lost'))
    relay.restore()
    await until(() => service.output.includes('the database is back'))
    await service.stop()
    await relay.close()
  }).timeout(180_000)

  test('end a transaction that nobody goes on with', async ({ assert, cleanup }) => {
    const { config } = db.manager.get(db.primaryConnectionName)!
    const afterCreate = (connection === 'pg' ? onNewPostgres : onNewMysql)(1)
    db.manager.add('abandoning', { ...config, pool: { min: 0, max: 1, afterCreate } })
    cleanup(() => db.manager.close('abandoning', true))
    const { id } = await makeOperator()
    const own = () => db.from('users').where({ id })

    const abandoned = await db.connection('abandoning').transaction()
    await abandoned.from('users').where({ id }).update({ nickname: 'abandoned' })
    await own().update({ nickname: 'goes on' })
    assert.equal((await own().first()).nickname, 'goes on')
    await assert.rejects(() => abandoned.commit())
  })
})
