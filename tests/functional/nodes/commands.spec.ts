import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kernel } from '@adonisjs/core/ace'
import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/acting/main'
import { type PluginManifest, withholdDevelopment } from '#kernel/plugins/main'
import { unpreparedReason } from '#kernel/plugins/plugin_migrations'
import { StoredFile } from '#plugins/files/main'
import { freshName } from '#tests/helpers/accounts'
import { PROJECT } from '#tests/helpers/imports'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { Program } from '#tests/helpers/program'
import { SECRETS } from '#tests/helpers/service_process'
import Document from '../../../app/plugins/documents/models/document.js'
import EditingSession from '../../../app/plugins/documents/models/editing_session.js'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'

/** Longer ago than anything that other tests have left. */
const LONG_AGO = DateTime.fromISO('1901-01-01T00:00:00Z')
const A_CENTURY_IN_DAYS = 36_525
const A_CENTURY_IN_HOURS = A_CENTURY_IN_DAYS * 24

const asSystem = <T>(work: () => Promise<T>) => actAsSystem('test a command', work)

async function agedFile(): Promise<StoredFile> {
  const sha256 = freshName('sha')
  const blob = await StoredBlob.create({
    sha256,
    size: 1,
    storageKey: freshName('key'),
    touchedAt: LONG_AGO,
  })
  const row = { blobId: blob.id, sha256, size: 1, mimeType: 'text/plain', extension: 'docx' }
  return asSystem(() => StoredFile.create({ ...row, originalName: 'aged.docx' }))
}

async function inTrash(deletedAt: DateTime): Promise<Document> {
  const { id: latestFileId } = await agedFile()
  const sessionKey = randomUUID()
  const document = await asSystem(() =>
    Document.create({
      title: 'deleted',
      fileType: 'docx',
      status: 'draft',
      latestFileId,
      versionNo: 1,
      lastVersionNo: 1,
      submissionNo: 0,
      sessionKey,
      editing: [],
      deletedAt,
    })
  )
  const { id: documentId } = document
  await EditingSession.create({ documentId, sessionKey, baseVersionNo: 1, state: 'open' })
  return document
}

/** Runs a command line in this process; answers its exit code and what it said. */
async function run(line: string) {
  const [name, ...args] = line.split(' ')
  ace.ui.switchMode('raw')
  ace.ui.logger.flushLogs()
  try {
    const { exitCode } = await ace.exec(name!, args)
    const said = ace.ui.logger.getLogs().map(({ message }) => message)
    return { exitCode, said: said.join('\n') }
  } finally {
    ace.ui.switchMode('normal')
  }
}

test.group('Commands | refusals', () => {
  test('refuse what is no value: {$self}')
    .with([
      'user:unlock nobody-at-all',
      'files:sweep --grace-hours=-1',
      'files:sweep --grace-hours=x',
      'documents:purge --days=0',
    ])
    .run(async ({ assert }, line) => {
      const { exitCode, said } = await run(line)
      assert.equal(exitCode, 1)
      assert.match(said, /give a number from|nobody-at-all/)
    })

  test('refuse a number that is left out', async ({ assert }) => {
    for (const line of ['files:sweep --grace-hours=', 'documents:purge --days'])
      await assert.rejects(() => run(line), /Missing value/)
  })

  test('say in one sentence that the database was never prepared, and end with 1', async ({
    assert,
    cleanup,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-command-'))
    cleanup(() => rm(folder, { recursive: true }))
    const { PATH, HOME } = process.env
    const program = new Program(['ace.js', 'documents:purge'], PROJECT, {
      ...{ PATH, HOME, ...SECRETS, NODE_ENV: 'production', NO_COLOR: '1', LOG_LEVEL: 'fatal' },
      ...{ DB_CONNECTION: 'sqlite', SQLITE_PATH: join(folder, 'empty.sqlite3'), REDIS_URL: '' },
      STORAGE_ROOT: join(folder, 'files'),
    })
    assert.equal(await program.end(), 1)
    assert.match(
      program.output.trim(),
      /^\[ error \] The database is empty: .*run node ace migration:run --force.*$/
    )
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

test.group('Commands | in production', () => {
  async function kernelOf() {
    const kernel = new Kernel(app)
    kernel.addLoader(() => import('@adonisjs/core/commands'))
    kernel.addLoader(() => import('@adonisjs/lucid/commands'))
    withholdDevelopment(kernel)
    await kernel.boot()
    return kernel
  }

  test('list what operators use, and nothing for developers', async ({ assert }) => {
    const kernel = await kernelOf()
    const names = kernel.getCommands().map(({ commandName }) => commandName)
    assert.includeMembers(names, ['migration:run', 'generate:key', 'build', 'list:routes'])
    for (const name of ['make:model', 'serve', 'test', 'eject', 'env:add'])
      assert.notInclude(names, name)
    assert.notInclude(kernel.getNamespaces(), 'make')
  })

  test('refuse what is for developers with a sentence', async ({ assert }) => {
    const kernel = await kernelOf()
    for (const name of ['make:model', 'test'])
      await assert.rejects(
        () => kernel.find(name),
        `"${name}" is for developers, and changes or needs the sources; run it where NODE_ENV is not production`
      )
  })
})

test.group('Commands | that remove', (group) => {
  onEveryDatabase(group)

  test('sweep contents that no file has', async ({ assert }) => {
    const { id, blobId } = await agedFile()
    await asSystem(() => StoredFile.query().where({ id }).delete())
    const { exitCode, said } = await run(`files:sweep --grace-hours=${A_CENTURY_IN_HOURS}`)
    assert.equal(exitCode, 0, said)
    assert.match(said, /removed 0 files .*, 1 contents without a file/)
    assert.isNull(await StoredBlob.find(blobId))
  })

  test('purge documents that were deleted long enough ago', async ({ assert }) => {
    const [old, recent] = [await inTrash(LONG_AGO), await inTrash(DateTime.now())]
    const { exitCode, said } = await run(`documents:purge --days=${A_CENTURY_IN_DAYS}`)
    assert.equal(exitCode, 0, said)
    assert.include(said, 'removed 1 documents that were deleted more than 36525 days ago')
    assert.isNull(await asSystem(() => Document.find(old.id)))
    assert.isNotNull(await asSystem(() => Document.find(recent.id)))
  })
})
