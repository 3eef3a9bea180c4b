import { access, utimes } from 'node:fs/promises'
import { createHash, randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import {
  FileHolders,
  FileStore,
  StoredFile,
  type TemporaryFile,
  TemporaryFiles,
} from '#plugins/files/main'
import { SweepFiles } from '../../../app/plugins/files/actions/sweep_files.js'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { Readable } from 'node:stream'
import { onEveryDatabase } from '../../helpers/on_every_database.js'

const HOUR = 3_600_000
const KIND = { extension: 'txt', mimeType: 'text/plain' }

test.group('Files | sweep', (group) => {
  onEveryDatabase(group)

  let store: FileStore
  let storage: Storage
  let sweep: SweepFiles
  group.setup(async () => {
    store = await app.container.make(FileStore)
    storage = await app.container.make(Storage)
    sweep = await app.container.make(SweepFiles)
  })
  group.each.teardown(() => clock.restore())

  const asSystem = <T>(work: () => Promise<T>) => actAsSystem('test the sweep', work)

  async function received(text: string) {
    const temporary = await app.container.make(TemporaryFiles)
    return temporary.receive(Readable.from([Buffer.from(text)]), { limit: 1_000_000 })
  }

  async function keep(text: string, holder?: string): Promise<StoredFile> {
    await using file = await received(text)
    const blob = await store.keep(file)
    return asSystem(() => store.record(blob, { ...KIND, name: 'a.txt', holder }))
  }

  const isStored = async (file: StoredFile) => {
    const blob = await StoredBlob.find(file.blobId)
    return blob !== null && storage.holds(blob.storageKey, blob.size)
  }

  test('keep equal contents once, and as long as one file has them', async ({ assert }) => {
    const text = randomUUID()
    const [one, two] = [await keep(text), await keep(text)]
    assert.equal(one.blobId, two.blobId)

    await asSystem(() => one.delete())
    clock.travel(48 * HOUR)
    await sweep.handle(24 * HOUR)
    assert.isTrue(await isStored(two))

    await asSystem(() => two.delete())
    await sweep.handle(24 * HOUR)
    assert.isNull(await StoredBlob.find(two.blobId))
  })

  test('leave what is younger than the grace', async ({ assert }) => {
    const file = await keep(randomUUID(), 'somebody')
    const holders = await app.container.make(FileHolders)
    holders.register('somebody', async () => new Set())
    await sweep.handle(24 * HOUR)
    assert.isTrue(await isStored(file))
  })

  test('remove what its holder no longer refers to, and nothing whose holder is unknown', async ({
    assert,
  }) => {
    const [held, dropped, unknown] = [
      await keep(randomUUID(), 'album'),
      await keep(randomUUID(), 'album'),
      await keep(randomUUID(), 'switched_off'),
    ]
    const holders = await app.container.make(FileHolders)
    holders.register('album', async () => new Set([held.id]))
    clock.travel(48 * HOUR)
    await sweep.handle(24 * HOUR)

    const rows = await asSystem(() => StoredFile.findMany([held.id, dropped.id, unknown.id]))
    assert.sameMembers(
      rows.map(({ id }) => id),
      [held.id, unknown.id]
    )
    assert.isTrue(await isStored(held))
  })

  test('never take contents that are being kept again at the same time', async ({ assert }) => {
    for (let round = 0; round < 3; round++) {
      const text = randomUUID()
      await asSystem(async () => (await keep(text)).delete())
      clock.travel(48 * HOUR)
      const [file] = await Promise.all([keep(text), sweep.handle(24 * HOUR)])
      const sha256 = createHash('sha256').update(text).digest('hex')
      assert.equal(file.sha256, sha256)
      assert.isTrue(await isStored(file), `round ${round}`)
    }
  })

  test('refuse to record a file whose contents were swept meanwhile', async ({ assert }) => {
    await using file = await received(randomUUID())
    const blob = await store.keep(file)
    clock.travel(48 * HOUR)
    await sweep.handle(24 * HOUR)
    await assert.rejects(() => asSystem(() => store.record(blob, { ...KIND, name: 'a.txt' })))
  })

  test('put contents back that are missing from the storage', async ({ assert }) => {
    const text = randomUUID()
    const file = await keep(text)
    const blob = await StoredBlob.findOrFail(file.blobId)
    await storage.delete(blob.storageKey)
    assert.isFalse(await isStored(file))
    await keep(text)
    assert.isTrue(await isStored(file))
  })

  const KILLED = {
    'it was received': (file: TemporaryFile) => file,
    'its contents were claimed': ({ sha256, size }: TemporaryFile) =>
      StoredBlob.create({ sha256, size, storageKey: sha256, touchedAt: DateTime.now() }),
    'its contents were stored': (file: TemporaryFile) => store.keep(file),
  }
  for (const [step, work] of Object.entries(KILLED))
    test(`leave nothing of an upload that is killed once ${step}`, async ({ assert }) => {
      const file = await received(randomUUID())
      await work(file)
      const { sha256 } = file
      assert.isEmpty(await asSystem(() => StoredFile.query().where({ sha256 })))
      await utimes(file.path, 1, 1)
      clock.travel(48 * HOUR)
      assert.isAtLeast((await sweep.handle(24 * HOUR)).temporary, 1)
      assert.isNull(await StoredBlob.findBy({ sha256 }))
      await assert.rejects(() => access(file.path), /ENOENT/)
    })
})
