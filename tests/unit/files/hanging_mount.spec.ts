import { execFileSync } from 'node:child_process'
import { mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from '@japa/runner'
import type { Logger } from '@adonisjs/core/logger'
import { Disk } from 'flydrive'
import type { DatabasePresence } from '#kernel/database/database_presence'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { AtomicFsDriver } from '../../../app/plugins/files/storage/atomic_fs_driver.js'
import type { OwnStorage } from '../../../app/plugins/files/storage/own_storage.js'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { StorageProbe } from '../../../app/plugins/files/storage/storage_probe.js'
import { TemporaryFiles } from '../../../app/plugins/files/storage/temporary_files.js'
import { until } from '../../helpers/until.js'

const LONGEST_ANSWER_MS = 50
const A_MINUTE = 60_000
const MARK = 'the mark\n'

type Cleanup = (work: () => Promise<void> | void) => void

/** A folder whose mark is a pipe: who reads it waits, as on a mount that hangs, until somebody writes. */
async function stage(cleanup: Cleanup) {
  const root = await mkdtemp(join(tmpdir(), 'chancery-hanging-'))
  const mark = join(root, 'storage-mark')
  execFileSync('mkfifo', [mark])
  const storage = new Storage(new Disk(new AtomicFsDriver(root)))
  const temporary = new TemporaryFiles(join(root, 'incoming'))
  const state = { asked: 0, databaseAnswers: true }
  const own = {
    async assertOwn() {
      state.asked++
      await storage.readMark()
    },
  } as unknown as OwnStorage
  const said: string[] = []
  const note = (_about: unknown, message?: string) => said.push(message ?? String(_about))
  const logger = { error: note, info: note, warn: note } as unknown as Logger
  const database = { answers: async () => state.databaseAnswers } as unknown as DatabasePresence
  const probe = new StorageProbe(storage, own, temporary, database, logger, root, LONGEST_ANSWER_MS)
  let hangs = true
  /** The mount is there again, and then whoever waits gets the mark: they may ask again at once. */
  const comeBack = async () => {
    if (!hangs) return
    hangs = false
    const pipe = await open(mark, 'w')
    await writeFile(`${mark}.new`, MARK)
    await rename(`${mark}.new`, mark)
    await pipe.writeFile(MARK)
    await pipe.close()
  }
  cleanup(async () => {
    clock.restore()
    await comeBack()
    await until(() => !storage.hangs)
    await rm(root, { recursive: true })
  })
  return { probe, storage, temporary, said, state, root, comeBack }
}

test.group('Files | a mount that hangs', () => {
  test('is lost, which is said once, and asked again only when it has answered', async ({
    assert,
    cleanup,
  }) => {
    const { probe, said, state, comeBack } = await stage(cleanup)
    for (let poll = 0; poll < 6; poll++) {
      assert.isFalse(await probe.isUsable())
      clock.travel(A_MINUTE)
    }
    assert.equal(state.asked, 1)
    assert.deepEqual(said, ['the storage of files is lost: nothing can be kept'])

    await comeBack()
    await until(() => {
      clock.travel(A_MINUTE)
      return probe.isUsable()
    })
    assert.deepEqual(said.slice(1), ['the storage of files is back'])
  })

  test('keeps nobody else waiting: what would go there is refused at once', async ({
    assert,
    cleanup,
  }) => {
    const { probe, storage, temporary, root, comeBack } = await stage(cleanup)
    assert.isFalse(await probe.isUsable())
    const refused = async (work: () => Promise<unknown>) => {
      const error = await work().catch((thrown) => thrown)
      assert.instanceOf(error, E_UNAVAILABLE)
      assert.isTrue(await probe.explains(error))
    }
    await refused(() => storage.exists('blobs/any'))
    await refused(() => storage.readMark())
    await refused(() => temporary.receive(Readable.from(['x']), { limit: 10 }))
    assert.deepEqual(await readdir(join(root, 'incoming')), [])

    await comeBack()
    await until(() => !storage.hangs)
    assert.isFalse(await storage.exists('blobs/any'))
    await using file = await temporary.receive(Readable.from(['x']), { limit: 10 })
    assert.equal(file.size, 1)
  })

  test('is told by the doctor as well', async ({ assert, cleanup }) => {
    const { probe } = await stage(cleanup)
    assert.isFalse(await probe.isUsable())
    assert.match((await probe.fault())!.detail, /\(ETIME\)$/)
  })

  test('is waited for by the start, which says so', async ({ assert, cleanup }) => {
    const { probe, said, comeBack } = await stage(cleanup)
    const started = probe.assertOwn()
    await until(() => said.length > 0)
    assert.match(said[0]!, /^the storage of files in \S+ does not answer: the start waits$/)
    await comeBack()
    await started
  })

  test('is not accused of a database that does not answer', async ({ assert, cleanup }) => {
    const { probe, storage, state, said } = await stage(cleanup)
    state.databaseAnswers = false
    assert.isTrue(await probe.isUsable())
    assert.isFalse(storage.hangs)
    assert.deepEqual(said, [])
  })
})
