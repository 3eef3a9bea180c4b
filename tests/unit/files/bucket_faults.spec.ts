import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import type { Logger } from '@adonisjs/core/logger'
import { Disk } from 'flydrive'
import type { DatabasePresence } from '#kernel/database/database_presence'
import { clock } from '#kernel/state/clock'
import { bucket } from '#plugins/files/main'
import type { OwnStorage } from '../../../app/plugins/files/storage/own_storage.js'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { StorageProbe } from '../../../app/plugins/files/storage/storage_probe.js'
import { TemporaryFiles } from '../../../app/plugins/files/storage/temporary_files.js'
import { BucketServer } from '../../fakes/bucket/bucket_server.js'
import { until } from '../../helpers/until.js'

const LOST = 'the storage of files is lost: nothing can be kept'
const BACK = 'the storage of files is back'
/** So long it may be silent where silence is not what is tried. */
const LONG_MS = 20_000
const SHORT_MS = 500
const A_MINUTE = 60_000
const PROBE = 'storage-probe'

type Cleanup = (work: () => Promise<void> | void) => void

async function stage(cleanup: Cleanup, longestSilenceMs = LONG_MS) {
  const server = await BucketServer.start()
  const root = await mkdtemp(join(tmpdir(), 'chancery-bucket-'))
  const path = join(root, 'x')
  await writeFile(path, 'contents of a file')
  const credentials = { accessKeyId: 'id', secretAccessKey: 'key' }
  const place = { bucket: 'b', region: 'r', endpoint: server.url, credentials }
  const service = bucket({ ...place, longestSilenceMs })
  const storage = new Storage(new Disk((await service.resolver())()))
  await storage.writeMark('the mark')
  const look = async () => void (await storage.readMark())
  const own = { assertOwn: look, assertNotForeign: look } as unknown as OwnStorage
  const said: string[] = []
  const note = (_about: unknown, message?: string) => said.push(message ?? String(_about))
  const logger = { error: note, info: note, warn: note } as unknown as Logger
  const database = { answers: async () => true } as unknown as DatabasePresence
  const temporary = new TemporaryFiles(join(root, 'incoming'))
  const longestAnswerMs = A_MINUTE
  const probe = new StorageProbe(storage, own, temporary, database, logger, root, longestAnswerMs)
  cleanup(async () => {
    clock.restore()
    await server.stop()
    await rm(root, { recursive: true })
  })
  const isUsable = () => {
    clock.travel(A_MINUTE)
    return probe.isUsable()
  }
  return { server, storage, path, probe, said, isUsable }
}

test.group('Files | a bucket that is not well', () => {
  test('is lost while it refuses what is written: {status}')
    .with([
      { status: 403, code: 'AccessDenied' },
      { status: 507, code: 'XMinioStorageFull' },
    ])
    .run(async ({ assert, cleanup }, refusal) => {
      const { server, storage, path, probe, said, isUsable } = await stage(cleanup)
      assert.isTrue(await isUsable())
      server.refusesWrites = refusal
      const refused = await storage.put('blobs/x', path).catch((error: unknown) => error)
      assert.isTrue(await probe.explains(refused))
      assert.isFalse(await isUsable())
      assert.include((await probe.fault())!.detail, refusal.code)
      assert.deepEqual(said, [LOST])

      server.refusesWrites = null
      await until(isUsable)
      assert.isNull(await probe.fault())
      assert.deepEqual(said, [LOST, BACK])
    })

  test('is found before anybody has something to keep', async ({ assert, cleanup }) => {
    const { server, isUsable, said } = await stage(cleanup)
    assert.isTrue(await isUsable())
    server.refusesWrites = { status: 403, code: 'AccessDenied' }
    assert.isFalse(await isUsable())
    assert.deepEqual(said, [LOST])
  })

  test('is tried once a minute at most, and not at all where something was just kept', async ({
    assert,
    cleanup,
  }) => {
    clock.stop()
    const { server, storage, path, probe, isUsable } = await stage(cleanup)
    assert.isTrue(await probe.isUsable())
    assert.isFalse(server.objects.has(PROBE))
    assert.isTrue(await isUsable())
    assert.isTrue(server.objects.delete(PROBE))
    clock.travel(A_MINUTE / 2)
    assert.isTrue(await probe.isUsable())
    assert.isFalse(server.objects.has(PROBE))
    clock.travel(A_MINUTE / 2 - 1)
    await storage.put('blobs/x', path)
    clock.travel(A_MINUTE / 2)
    assert.isTrue(await probe.isUsable())
    assert.isFalse(server.objects.has(PROBE))
  })

  test('is given up where it does not answer, and asked anew when it is back', async ({
    assert,
    cleanup,
  }) => {
    const { server, storage, path } = await stage(cleanup, SHORT_MS)
    await storage.put('blobs/x', path)
    server.hangs = 'silent'
    const hung = [
      () => storage.put('blobs/y', path),
      () => storage.exists('blobs/x'),
      () => storage.open('blobs/x'),
      () => storage.readMark(),
      () => storage.isEmpty(),
      () => storage.delete('blobs/x'),
    ]
    await Promise.all(hung.map((ask) => assert.rejects(ask, /System busy/)))
    server.hangs = null
    const keeps = () =>
      storage.put('blobs/y', path).then(
        () => true,
        () => false
      )
    await until(keeps)
    assert.equal(await text(await storage.open('blobs/y')), 'contents of a file')
  })

  test('is given up where it stops in the middle of a content', async ({ assert, cleanup }) => {
    const { server, storage, path } = await stage(cleanup, SHORT_MS)
    await storage.put('blobs/x', path)
    server.hangs = 'midway'
    const whole = await storage.open('blobs/x')
    const part = await storage.open('blobs/x', { first: 0, last: 9 })
    for (const contents of [whole, part]) await assert.rejects(() => text(contents), /System busy/)
  })
})
