import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { OwnDatabase } from '../../helpers/own_database.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

const connection = process.env.DB_CONNECTION ?? 'sqlite'
const ADMIN = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }

/** A user of the database whose connections are counted, as those of a superuser are not. */
async function makeRole(database: string) {
  const [name, password] = [`limited_${randomBytes(4).toString('hex')}`, 'limited']
  await db.rawQuery(`create role ${name} login password '${password}'`)
  await db.rawQuery(`grant ${name} to current_user`)
  await db.rawQuery(`alter database ${database} owner to ${name}`)
  return {
    env: { DB_USER: name, DB_PASSWORD: password },
    limit: (most: number) => db.rawQuery(`alter role ${name} connection limit ${most}`),
    drop: () => db.rawQuery(`drop role ${name}`),
  }
}

test.group('Nodes | a database that refuses new connections', () => {
  if (connection !== 'pg') return

  test('is spoken of once, whatever needs one and is answered 503, while those that stand are served', async ({
    assert,
    cleanup,
  }) => {
    const own = await OwnDatabase.make(tmpdir())
    const role = await makeRole(own.env.DB_DATABASE!)
    cleanup(async () => {
      await own.drop()
      await role.drop()
    })
    const env = { ...own.env, ...role.env, DATABASE_URL: '', LOG_LEVEL: 'info' }
    const service = await ServiceProcess.start(env)
    cleanup(async () => void (await service.stop()))
    const lines = (message: string) => service.output.split(message).length - 1
    const login = async () => (await service.post('/app/auth/login', ADMIN)).status
    const ready = async () => (await service.get('/actuator/health/readiness')).status
    await until(async () => (await ready()) === 200)
    assert.equal(await login(), 200)

    await role.limit(1)
    const statuses = await Promise.all(Array.from({ length: 30 }, login))
    assert.includeMembers(statuses, [200, 503])
    assert.equal(await ready(), 200)
    await until(() => lines('takes no new connections') > 0)
    assert.equal(lines('"level":50'), 1, service.output)
    for (const named of ['NODES', 'DB_POOL_MAX', 'max_connections']) assert.equal(lines(named), 1)
    assert.deepEqual(['request failed', 'is lost', 'Acquire connection'].map(lines), [0, 0, 0])

    await role.limit(-1)
    assert.deepEqual(await Promise.all(Array.from({ length: 10 }, login)), Array(10).fill(200))
  })

  test('keeps a service from starting, with one sentence', async ({ assert, cleanup }) => {
    const own = await OwnDatabase.make(tmpdir())
    const role = await makeRole(own.env.DB_DATABASE!)
    cleanup(async () => {
      await own.drop()
      await role.drop()
    })
    await role.limit(0)
    const service = ServiceProcess.spawn({
      ...own.env,
      ...role.env,
      DATABASE_URL: '',
      LOG_LEVEL: 'silent',
    })
    assert.equal(await service.exit(), 1)
    assert.match(
      service.output,
      /^The database takes no more connections \(.*\): .*max_connections.*\n$/
    )
  })
})
