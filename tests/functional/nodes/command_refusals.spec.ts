import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import app from '@adonisjs/core/services/app'
import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import type { PluginManifest } from '#kernel/plugins/define_plugin'
import { unpreparedReason } from '#kernel/plugins/plugin_migrations'
import { PROJECT } from '../../helpers/imports.js'
import { OwnDatabase } from '../../helpers/own_database.js'
import { Program } from '../../helpers/program.js'
import { freePort } from '../../helpers/free_port.js'
import { SECRETS } from '../../helpers/service_process.js'

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

  async function run(command: string, database: Record<string, string>) {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-command-'))
    const { PATH, HOME } = process.env
    const program = new Program(['ace.js', ...command.split(' ')], PROJECT, {
      PATH,
      HOME,
      ...SECRETS,
      NODE_ENV: 'production',
      NO_COLOR: '1',
      LOG_LEVEL: 'fatal',
      EDITOR_ENABLED: 'false',
      STORAGE_ROOT: folder,
      ...database,
      REDIS_URL: '',
    })
    const code = await program.end()
    await rm(folder, { recursive: true })
    return { code, output: program.output.trim() }
  }

  function withDatabaseAt(port: number, command: string) {
    const database = { DB_CONNECTION: 'pg', DB_HOST: '127.0.0.1', DB_PORT: String(port) }
    return run(command, database)
  }

  async function onEmptyDatabase(command: string, cleanup: (end: () => Promise<void>) => void) {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-empty-'))
    const own = await OwnDatabase.make(folder)
    cleanup(async () => {
      await own.drop()
      await rm(folder, { recursive: true })
    })
    return run(command, own.env)
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

  test('name the setting that is missing in one sentence', async ({ assert }) => {
    const { code, output } = await run('documents:purge', { APP_KEY: '' })
    assert.match(output, /^\[ error \] APP_KEY is not set; make one with: .*$/)
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

  test('say in one sentence that the database was never prepared: {$self}')
    .with([
      'documents:purge',
      'editor:doctor',
      'user:unlock admin',
      'access:explain admin x',
      'plugin:remove documents --force',
    ])
    .run(async ({ assert, cleanup }, command) => {
      const { code, output } = await onEmptyDatabase(command, cleanup)
      assert.match(
        output,
        /^\[ error \] The database is empty: .*run node ace migration:run --force.*$/
      )
      assert.equal(code, 1)
    })

  test('ask nothing where nobody sits at a terminal, and end with 1: {$self}')
    .with(['db:wipe', 'db:truncate', 'migration:fresh', 'migration:run'])
    .run(async ({ assert, cleanup }, command) => {
      const { code, output } = await onEmptyDatabase(command, cleanup)
      assert.match(
        output,
        /\[ error \] Nobody is at a terminal to be asked "\S.*\?": answer it by an option, such as --force; see --help$/
      )
      assert.equal(code, 1)
    })

  test('count what a database is behind by, and name the first', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-behind-'))
    cleanup(() => rm(folder, { recursive: true }))
    const plugins = app.config.get<readonly PluginManifest[]>('plugins')
    assert.isNull(await unpreparedReason(app, plugins))

    await mkdir(join(folder, 'database/migrations'), { recursive: true })
    for (const name of ['1_first.ts', '2_second.ts', '2_second.d.ts'])
      await writeFile(join(folder, 'database/migrations', name), '')
    const from = pathToFileURL(join(folder, 'plugin.ts')).href
    const newer = { ...plugins[0]!, name: 'newer', from }
    const reason = await unpreparedReason(app, [...plugins, newer])
    assert.match(
      reason!,
      /^The database lacks 2 migrations, such as \S+\/1_first: start the service/
    )
  })
})
