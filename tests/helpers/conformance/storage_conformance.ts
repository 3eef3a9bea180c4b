import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { Disk } from 'flydrive'
import type { FileDriver } from '../../../app/plugins/files/storage/file_driver.js'
import { Storage } from '../../../app/plugins/files/storage/storage.js'

export interface StartedStorage {
  driver: FileDriver
  close(): Promise<void>
}

/**
 * A group of tests of what every driver of `config/drive.ts` must do for the plugin `files`: the contract of Drive,
 * `putFile(key, path)`, `check()`, and `getRange(key, { first, last })`, both ends inclusive.
 *
 * @param name of the driver, for the title of the group
 * @param start makes a driver of an empty storage
 */
export function storageConformance(name: string, start: () => Promise<StartedStorage>): void {
  test.group(`Storage in ${name}`, (group) => {
    let storage: Storage
    let path: string
    group.setup(async () => {
      const { driver, close } = await start()
      storage = new Storage(new Disk(driver))
      const folder = await mkdtemp(join(tmpdir(), 'chancery-storage-'))
      path = join(folder, 'x')
      await writeFile(path, 'contents of a file')
      return async () => {
        await close()
        await rm(folder, { recursive: true })
      }
    })

    test('put, read whole and in part, and delete', async ({ assert }) => {
      const key = storage.keyFor('ab'.repeat(32), '1')
      await storage.check()
      assert.isFalse(await storage.holds(key, 18))
      await storage.put(key, path)
      assert.isTrue(await storage.holds(key, 18))
      assert.isFalse(await storage.holds(key, 17))
      assert.equal(await text(await storage.open(key, 18)), 'contents of a file')
      assert.equal(await text(await storage.open(key, 18, { first: 3, last: 10 })), 'tents of')
      for (let times = 0; times < 2; times++) await storage.delete(key)
      assert.isFalse(await storage.holds(key, 18))
    })

    test('say that contents are missing', async ({ assert }) => {
      await assert.rejects(() => storage.open('blobs/none', 1), /missing from the storage/)
      assert.isFalse(await storage.holds('blobs/none', 1))
    })
  })
}
