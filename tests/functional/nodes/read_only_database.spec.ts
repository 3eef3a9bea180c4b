import { tmpdir } from 'node:os'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { OwnDatabase } from '../../helpers/own_database.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

const connection = process.env.DB_CONNECTION ?? 'sqlite'
const ADMIN = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }

test.group('Nodes | a database that takes no writes', () => {
  if (connection !== 'pg') return

  test('is lost until it takes them again: 503, not ready, and one line each', async ({
    assert,
    cleanup,
  }) => {
    const own = await OwnDatabase.make(tmpdir())
    cleanup(() => own.drop())
    const name = own.env.DB_DATABASE!
    const service = await ServiceProcess.start({ ...own.env, DATABASE_URL: '', LOG_LEVEL: 'info' })
    cleanup(async () => void (await service.stop()))
    const lines = (message: string) => service.output.split(message).length - 1
    const login = async () => (await service.post('/app/auth/login', ADMIN)).status
    const readiness = async () => (await service.get('/actuator/health/readiness')).status
    const begunAnew = () =>
      db.rawQuery(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = ? and pid <> pg_backend_pid()',
        [name]
      )
    assert.equal(await login(), 200)

    await db.rawQuery(`alter database ${name} set default_transaction_read_only = on`)
    await begunAnew()
    await until(async () => (await readiness()) === 503)
    for (let attempt = 0; attempt < 5; attempt++) assert.equal(await login(), 503)

    await db.rawQuery(`alter database ${name} reset default_transaction_read_only`)
    await until(async () => (await readiness()) === 200)
    await until(async () => (await login()) === 200)
    await until(() => lines('the database is back') > 0)
    const said = ['the database is lost', 'the database is back', 'request failed']
    assert.deepEqual(said.map(lines), [1, 1, 0])
  })
})
