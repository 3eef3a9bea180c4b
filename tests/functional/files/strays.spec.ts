import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import { Disk } from 'flydrive'
import { DateTime } from 'luxon'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { AtomicFsDriver } from '../../../app/plugins/files/storage/atomic_fs_driver.js'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { Strays } from '../../../app/plugins/files/storage/strays.js'

const HOUR = 3_600_000
const GRACE = 24 * HOUR
const [A_DAY_AGO, A_WEEK_AGO, LONG_AGO] = [25 * HOUR, 7 * 24 * HOUR, 31 * 24 * HOUR]

/** A folder of contents, as this service keeps them. */
async function makeStorage(folder: string) {
  const storage = new Storage(new Disk(new AtomicFsDriver(folder)))

  async function put(ageMs: number): Promise<string> {
    const text = randomUUID()
    const key = storage.keyFor(createHash('sha256').update(text).digest('hex'), 'aaaaaaaa')
    await mkdir(dirname(join(folder, key)), { recursive: true })
    await writeFile(join(folder, key), text)
    const at = (Date.now() - ageMs) / 1000
    await utimes(join(folder, key), at, at)
    return key
  }

  async function putNamed(ageMs: number): Promise<string> {
    const storageKey = await put(ageMs)
    const sha256 = storageKey.split('/').at(-1)!.slice(0, 64)
    await StoredBlob.create({ sha256, size: 36, storageKey, touchedAt: DateTime.now() })
    return storageKey
  }

  const many = (count: number, work: () => Promise<string>) =>
    Promise.all(Array.from({ length: count }, work))

  return {
    storage,
    strays: new Strays(storage),
    put: (count: number, ageMs: number) => many(count, () => put(ageMs)),
    putNamed: (count: number, ageMs: number) => many(count, () => putNamed(ageMs)),
    async isThere(keys: readonly string[]) {
      const there = await Promise.all(keys.map((key) => storage.exists(key)))
      return there.every(Boolean)
    },
  }
}

const inFolder = async (cleanup: (work: () => Promise<void>) => void) => {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-strays-'))
  cleanup(() => rm(folder, { recursive: true }))
  return folder
}

test.group('Files | strays', () => {
  test('keep all of a full storage beside an empty database', async ({ assert, cleanup }) => {
    const { strays, put, isThere } = await makeStorage(await inFolder(cleanup))
    const keys = await put(7, LONG_AGO)
    assert.deepEqual(await strays.sweep(GRACE), { removed: 0, left: 7, named: 0 })
    assert.isTrue(await isThere(keys))
  })

  test('keep what is newer than an older dump', async ({ assert, cleanup }) => {
    const { strays, put, putNamed, isThere } = await makeStorage(await inFolder(cleanup))
    const named = await putNamed(30, LONG_AGO)
    const newer = await put(3, A_DAY_AGO)
    assert.deepEqual(await strays.sweep(GRACE), { removed: 0, left: 3, named: 30 })
    assert.isTrue(await isThere([...named, ...newer]))
  })

  test('remove a few old ones among many', async ({ assert, cleanup }) => {
    const { storage, strays, put, putNamed, isThere } = await makeStorage(await inFolder(cleanup))
    const named = await putNamed(210, LONG_AGO)
    const newer = await put(1, A_WEEK_AGO)
    const [old] = await put(1, LONG_AGO)
    assert.deepEqual(await strays.sweep(GRACE), { removed: 1, left: 0, named: 210 })
    assert.isFalse(await storage.exists(old!))
    assert.isTrue(await isThere([...named, ...newer]))
  })

  test('leave what is younger than a longer grace', async ({ assert, cleanup }) => {
    const { strays, put, putNamed, isThere } = await makeStorage(await inFolder(cleanup))
    await putNamed(30, LONG_AGO)
    const keys = await put(1, LONG_AGO)
    assert.deepEqual(await strays.sweep(2 * LONG_AGO), { removed: 0, left: 0, named: 30 })
    assert.isTrue(await isThere(keys))
  })

  test('remove however many when told to, by the grace', async ({ assert, cleanup }) => {
    const { storage, strays, put, putNamed, isThere } = await makeStorage(await inFolder(cleanup))
    const kept = [...(await putNamed(1, LONG_AGO)), ...(await put(1, HOUR))]
    const [gone] = await put(1, A_DAY_AGO)
    assert.deepEqual(await strays.sweepAll(GRACE), { removed: 1, left: 0, named: 1 })
    assert.isFalse(await storage.exists(gone!))
    assert.isTrue(await isThere(kept))
  })
})
