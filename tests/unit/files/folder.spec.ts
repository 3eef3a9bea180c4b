import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { Disk } from 'flydrive'
import { folder } from '#plugins/files/main'
import { AtomicFsDriver } from '../../../app/plugins/files/storage/atomic_fs_driver.js'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { storageConformance } from '../../helpers/conformance/storage_conformance.js'

storageConformance('a folder', async () => {
  const path = await mkdtemp(join(tmpdir(), 'chancery-folder-'))
  const driver = (await folder(path).resolver())()
  return { driver, close: () => rm(path, { recursive: true }) }
})

class FullDisk extends AtomicFsDriver {
  override async putFile() {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  }
}

test.group('Storage in a folder | full', () => {
  test('say that it is full', async ({ assert }) => {
    const full = new Storage(new Disk(new FullDisk('/', '/')))
    await assert.rejects(() => full.put('blobs/x', import.meta.filename), /storage .* is full/)
  })
})
