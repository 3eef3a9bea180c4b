import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/operator/acting'
import { StoredFile } from '#plugins/files/main'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { freshName } from '../../helpers/accounts.js'
import { PROJECT } from '../../helpers/imports.js'
import { Program } from '../../helpers/program.js'
import { freePort } from '../../helpers/free_port.js'
import { SECRETS } from '../../helpers/service_process.js'
import { redisIsTested, RedisServer } from '../../unit/state/redis_server.js'

/** Longer ago than anything that other tests have left. */
const LONG_AGO = DateTime.fromISO('1901-01-01T00:00:00Z')
const A_CENTURY_IN_DAYS = 36_525
const A_CENTURY_IN_HOURS = A_CENTURY_IN_DAYS * 24

const FORTY_DAYS_MS = String(40 * 24 * 3_600_000)
const SKEWED = ['--import', new URL('../../helpers/skewed_clock.js', import.meta.url).href]

/** Of the database under test. */
const KEPT = /^(PATH|HOME|DB_.*|DATABASE_URL|SQLITE_PATH|STORAGE_ROOT)$/

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
  const editorKey = randomUUID()
  const document = await asSystem(() =>
    Document.create({
      title: 'deleted',
      fileType: 'docx',
      status: 'draft',
      latestFileId,
      versionNo: 1,
      lastVersionNo: 1,
      submissionNo: 0,
      editorKey,
      editing: [],
      deletedAt,
    })
  )
  const { id: documentId } = document
  await DocumentKey.create({
    documentId,
    editorKey,
    baseVersionNo: 1,
    openedAt: null,
    state: 'open',
  })
  return document
}

test.group('Nodes | commands beside Redis', (group) => {
  if (!redisIsTested()) return

  const running = new Set<Program>()
  let redis: RedisServer
  group.setup(async () => {
    redis = await RedisServer.start()
    return () => redis.stop()
  })
  group.each.teardown(async () => {
    for (const program of running) await program.kill()
    running.clear()
  })

  async function ace(
    command: readonly string[],
    redisUrl = redis.url,
    settings: Record<string, string> = {}
  ) {
    const kept = Object.entries(process.env).filter(([key]) => KEPT.test(key))
    const own = {
      NODE_ENV: 'production',
      NO_COLOR: '1',
      LOG_LEVEL: 'fatal',
      EDITOR_ENABLED: 'false',
      CLOCK_SKEW_MS: '0',
    }
    const env = {
      ...Object.fromEntries(kept),
      ...SECRETS,
      ...own,
      REDIS_URL: redisUrl,
      ...settings,
    }
    const program = new Program([...SKEWED, 'ace.js', ...command], PROJECT, env)
    running.add(program)
    return { code: await program.end(), output: program.output.trim() }
  }

  test('sweep files at once, and end', async ({ assert }) => {
    const { id, blobId } = await agedFile()
    await asSystem(() => StoredFile.query().where({ id }).delete())
    const { code, output } = await ace(['files:sweep', `--grace-hours=${A_CENTURY_IN_HOURS}`])
    assert.equal(code, 0, output)
    assert.match(output, /^\[ success \] removed 0 files .*, 1 contents without a file, 0 stray/)
    assert.isNull(await StoredBlob.find(blobId))
  })

  test('purge documents, and end', async ({ assert }) => {
    const { id } = await inTrash(LONG_AGO)
    const { code, output } = await ace(['documents:purge', `--days=${A_CENTURY_IN_DAYS}`])
    assert.equal(code, 0, output)
    assert.equal(
      output,
      '[ success ] removed 1 documents that were deleted more than 36525 days ago'
    )
    assert.isNull(await asSystem(() => Document.find(id)))
  })

  test('remove nothing by age where the machine’s clock is ahead: {$self}')
    .with(['documents:purge', 'files:sweep'])
    .run(async ({ assert }, command) => {
      const { id } = await inTrash(DateTime.now())
      const { code, output } = await ace([command], redis.url, { CLOCK_SKEW_MS: FORTY_DAYS_MS })
      assert.isNotNull(await asSystem(() => Document.find(id)))
      assert.match(
        output,
        /^\[ error \] This machine’s clock is 40 days ahead of .*: set both by a time server; .*$/
      )
      assert.equal(code, 1)
    })

  test('say in one line that Redis is away, and end: {$self}')
    .with(['documents:purge', 'files:sweep'])
    .run(async ({ assert }, command) => {
      const { code, output } = await ace([command], `redis://127.0.0.1:${await freePort()}/1`)
      assert.equal(code, 1, output)
      assert.equal(
        output,
        '[ error ] Redis does not answer; start it, or mend REDIS_URL, then repeat'
      )
    })

  async function editorAt(url: string) {
    return {
      EDITOR_ENABLED: 'true',
      EDITOR_DOCUMENT_SERVER_URL: `http://127.0.0.1:${await freePort()}`,
      EDITOR_PUBLIC_BASE_URL: url,
      EDITOR_JWT_SECRET: 'e'.repeat(40),
    }
  }

  test('blame the document server that is away, and not Redis', async ({ assert }) => {
    const settings = await editorAt('http://127.0.0.1:9')
    const { code, output } = await ace(['editor:sweep'], redis.url, settings)
    assert.equal(code, 1, output)
    assert.match(output, /^\[ error \] .*document server/)
    assert.notMatch(output, /Redis/)
  })

  test('do not blame Redis for a service that is DOWN', async ({ assert, cleanup }) => {
    const down = createServer((_, response) => {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"status":"DOWN"}')
    }).listen(0, '127.0.0.1')
    cleanup(() => void down.close())
    await once(down, 'listening')
    const { port } = down.address() as AddressInfo
    const settings = await editorAt(`http://127.0.0.1:${port}`)
    const { output } = await ace(['editor:doctor'], redis.url, settings)
    assert.match(output, /our health: .* says DOWN, though from here nothing is missing/)
  })

  test('refuse what makes no sense: {$self}')
    .with(['files:sweep --grace-hours=-1', 'documents:purge --days=0'])
    .run(async ({ assert }, command) => {
      const { code, output } = await ace(command.split(' '))
      assert.equal(code, 1, output)
      assert.match(output, /^\[ error \] --(grace-hours is -1|days is 0); give a number from . on/)
    })
})
