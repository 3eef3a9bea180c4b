import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import { PROJECT } from '../../helpers/imports.js'
import { Program } from '../../helpers/program.js'
import { SECRETS, freePort } from '../../helpers/service_process.js'

test.group('Commands | refusals', () => {
  test('refuse what they would leave unread, or what is no value: {$self}')
    .with([
      'editor:renew-keys 1',
      'editor:doctor now',
      'files:sweep 24',
      'documents:purge 30',
      'list:plugins files',
      'user:unlock nobody-at-all',
      'files:sweep --grace-hours=-1',
      'files:sweep --grace-hours=x',
      'documents:purge --days=0',
    ])
    .run(async ({ assert }, line) => {
      const [name, ...args] = line.split(' ')
      const command = await ace.exec(name!, args)
      assert.equal(command.exitCode, 1)
    })

  test('refuse a number that is left out: {$self}')
    .with(['files:sweep --grace-hours=', 'documents:purge --days=', 'documents:purge --days'])
    .run(async ({ assert }, line) => {
      const [name, ...args] = line.split(' ')
      await assert.rejects(() => ace.exec(name!, args), /Missing value/)
    })

  async function withDatabaseAt(port: number, command: string) {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-command-'))
    const { PATH, HOME } = process.env
    const program = new Program(['ace.js', command], PROJECT, {
      PATH,
      HOME,
      ...SECRETS,
      NODE_ENV: 'production',
      NO_COLOR: '1',
      LOG_LEVEL: 'fatal',
      EDITOR_ENABLED: 'false',
      REDIS_URL: '',
      DB_CONNECTION: 'pg',
      DB_HOST: '127.0.0.1',
      DB_PORT: String(port),
      STORAGE_ROOT: folder,
    })
    const code = await program.end()
    await rm(folder, { recursive: true })
    return { code, output: program.output.trim() }
  }

  test('name the database that is away', async ({ assert }) => {
    const port = await freePort()
    const { code, output } = await withDatabaseAt(port, 'editor:doctor')
    assert.equal(
      output,
      `[ error ] The database does not answer at 127.0.0.1:${port}: start it, or see DB_HOST, DB_PORT and DATABASE_URL.`
    )
    assert.equal(code, 1)
  })

  test('end where the database takes the call and says nothing', async ({ assert, cleanup }) => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    cleanup(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const { code, output } = await withDatabaseAt(port, 'editor:renew-keys')
    assert.match(output, /^\[ error \] The database does not answer in time: start it, or see DB_/)
    assert.equal(code, 1)
  })
})
