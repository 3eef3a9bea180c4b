import { tmpdir } from 'node:os'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { OwnDatabase } from '../../helpers/own_database.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

const connection = process.env.DB_CONNECTION ?? 'sqlite'
const ADMIN = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }

/** How it becomes unusable and usable again, while its server answers. */
const WAYS = {
  'takes no writes': {
    lose: (name: string) => `alter database ${name} set default_transaction_read_only = on`,
    regain: (name: string) => `alter database ${name} reset default_transaction_read_only`,
  },
  'is there under another name': {
    lose: (name: string) => `alter database ${name} rename to ${name}_elsewhere`,
    regain: (name: string) => `alter database ${name}_elsewhere rename to ${name}`,
  },
  'lets nobody in': {
    lose: (name: string) => `alter database ${name} allow_connections false`,
    regain: (name: string) => `alter database ${name} allow_connections true`,
  },
}

test.group('Nodes | a database that cannot be used', () => {
  if (connection !== 'pg') return

  for (const [why, { lose, regain }] of Object.entries(WAYS))
    test(`is lost until it can be again, with 503, not ready, and one line each: it ${why}`, async ({
      assert,
      cleanup,
    }) => {
      const own = await OwnDatabase.make(tmpdir())
      cleanup(() => own.drop())
      const name = own.env.DB_DATABASE!
      const service = await ServiceProcess.start({
        ...own.env,
        DATABASE_URL: '',
        LOG_LEVEL: 'info',
      })
      cleanup(async () => void (await service.stop()))
      const lines = (message: string) => service.output.split(message).length - 1
      const login = async () => (await service.post('/app/auth/login', ADMIN)).status
      const readiness = async () => (await service.get('/actuator/health/readiness')).status
      const endConnections = () =>
        db.rawQuery(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname like ? and pid <> pg_backend_pid()',
          [`${name}%`]
        )
      /** Whoever is in it keeps it from some changes. */
      const change = (statement: string) =>
        until(async () => {
          await endConnections()
          return db.rawQuery(statement).then(
            () => true,
            () => false
          )
        })
      assert.equal(await login(), 200)

      await change(lose(name))
      await endConnections()
      await until(async () => (await readiness()) === 503)
      for (let attempt = 0; attempt < 5; attempt++) assert.equal(await login(), 503)

      await change(regain(name))
      await until(async () => (await readiness()) === 200)
      await until(async () => (await login()) === 200)
      await until(() => lines('the database is back') > 0)
      const said = ['the database is lost', 'the database is back', 'request failed']
      assert.deepEqual(said.map(lines), [1, 1, 0])
    })
})
