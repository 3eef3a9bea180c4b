import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { freePort } from '../../helpers/free_port.js'
import { PROJECT } from '../../helpers/imports.js'
import { Program } from '../../helpers/program.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'

const database = process.env.DB_CONNECTION
const isServer = database === 'pg' || database === 'mysql'

async function outputOf(env: Record<string, string>): Promise<string> {
  const service = ServiceProcess.spawn({ LOG_LEVEL: 'silent', DATABASE_URL: '', ...env })
  const code = await service.exit()
  return `${code} ${service.output}`
}

test.group('Boot | failures', () => {
  test('say in one sentence that the port is taken', async ({ assert, cleanup }) => {
    const taken = createServer().listen(0, '127.0.0.1')
    cleanup(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const output = await outputOf({
      PORT: String(port),
      DB_CONNECTION: 'sqlite',
      SEED_DEMO_DATA: 'false',
    })
    const [greeting, sentence, ...rest] = output.trim().split('\n')
    assert.match(greeting!, /^1 The first administrator/)
    assert.equal(
      sentence,
      `Port ${port} is taken: end the program that listens there, or set PORT to another.`
    )
    assert.isEmpty(rest)
  })

  test('say in one sentence that migrations are missing, where none are to run', async ({
    assert,
  }) => {
    const output = await outputOf({ DB_CONNECTION: 'sqlite', MIGRATE_ON_START: 'false' })
    const [sentence, ...rest] = output.trim().split('\n')
    assert.match(sentence!, /^1 The database is empty: run node ace migration:run --force/)
    assert.isEmpty(rest)
  })

  test('say in one sentence that the file is no database', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-boot-'))
    cleanup(() => rm(folder, { recursive: true }))
    const file = join(folder, 'letters.sqlite3')
    await writeFile(file, 'a letter, and no database at all\n'.repeat(200))
    assert.equal(
      await outputOf({ DB_CONNECTION: 'sqlite', SQLITE_PATH: file }),
      '1 The file at SQLITE_PATH is no database: set it to another.\n'
    )
  })
})

test.group('Boot | failures of the database server', () => {
  if (!isServer) return

  test('say in one sentence that it does not answer', async ({ assert }) => {
    const port = String(await freePort())
    assert.equal(
      await outputOf({ DB_HOST: '127.0.0.1', DB_PORT: port }),
      `1 The database does not answer at 127.0.0.1:${port}: start it, or see DB_HOST, DB_PORT and DATABASE_URL.\n`
    )
  })

  test('say in one sentence that it has no such database', async ({ assert }) => {
    assert.match(
      await outputOf({ DB_DATABASE: 'nowhere_to_be_found' }),
      /^1 The database server has no such database \(.*\): create it, or see DB_DATABASE\.\n$|^1 The database refuses the login \(.*nowhere_to_be_found.*\): see DB_USER and DB_PASSWORD\.\n$/
    )
  })

  test('say in one sentence that it refuses the login', async ({ assert }) => {
    assert.match(
      await outputOf({ DB_USER: 'nobody_at_all', DB_PASSWORD: 'wrong' }),
      /^1 The database refuses the login \(.*\): see DB_USER and DB_PASSWORD\.\n$/
    )
  })

  test('say no more than the sentence where a command is refused the login', async ({ assert }) => {
    const { PATH, HOME, DB_HOST = '127.0.0.1', DB_PORT } = process.env
    const refused = { DB_USER: 'nobody_at_all', DB_PASSWORD: 'wrong', DATABASE_URL: '' }
    const env = { PATH, HOME, ...SECRETS, DB_CONNECTION: database, DB_HOST, DB_PORT, ...refused }
    const settings = { NODE_ENV: 'production', NO_COLOR: '1', EDITOR_ENABLED: 'false' }
    const command = new Program(['ace.js', 'user:unlock', 'admin'], PROJECT, {
      ...env,
      ...settings,
    })
    assert.equal(await command.end(), 1)
    assert.match(
      command.output,
      /^\[ error \] The database refuses the login \(.*\): see DB_USER and DB_PASSWORD\.\n$/
    )
  })
})
