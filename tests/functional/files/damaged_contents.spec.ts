import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Disk } from 'flydrive'
import { actAsSystem } from '#kernel/acting/main'
import { bucket, FileStore, folder, StorageQuota } from '#plugins/files/main'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { BucketServer } from '../../fakes/bucket/bucket_server.js'
import { freshName } from '../../helpers/accounts.js'

test.group('Files | contents of which only a part is there', (group) => {
  let root: string
  let server: BucketServer
  group.setup(async () => {
    root = await mkdtemp(join(tmpdir(), 'chancery-damaged-'))
    server = await BucketServer.start()
    return async () => {
      await server.stop()
      await rm(root, { recursive: true })
    }
  })

  const disks = {
    folder: () => folder(join(root, 'files')),
    bucket: () =>
      bucket({
        bucket: 'b',
        region: 'r',
        endpoint: server.url,
        credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
      }),
  }

  /** Kept, and then cut off in the storage. */
  async function damaged(kind: keyof typeof disks) {
    const logged: object[] = []
    const logger = { error: (about: object) => logged.push(about) } as unknown as Logger
    const disk = new Disk((await disks[kind]().resolver())())
    const quota = await app.container.make(StorageQuota)
    const store = new FileStore(new Storage(disk), quota, logger)

    const content = freshName('contents of a file')
    const path = join(root, freshName('x'))
    await writeFile(path, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const kept = { sha256, size: content.length, path }
    const keep = () => store.keep(kept)
    const blob = await keep()
    const about = { name: 'x.txt', extension: 'txt', mimeType: 'text/plain' }
    const file = await actAsSystem('test', () => store.record(blob, about))
    await disk.put(blob.storageKey, content.slice(0, 5))
    return { store, file, blob, content, keep, logged }
  }

  test('are made whole by the next upload of the same in a {$self}')
    .with(['folder', 'bucket'] as const)
    .run(async ({ assert }, kind) => {
      const { store, file, blob, content, keep } = await damaged(kind)
      assert.equal((await keep()).id, blob.id)
      assert.equal(await text(await store.open(file)), content)
      assert.equal((await store.missing([file])).size, 0)
    })

  test('are said to be missing, and not sent, of a {$self}')
    .with(['folder', 'bucket'] as const)
    .run(async ({ assert }, kind) => {
      const { store, file, logged } = await damaged(kind)
      await assert.rejects(() => store.open(file), /missing from the storage/)
      await assert.rejects(() => store.open(file, { first: 0, last: 2 }), /missing from/)
      assert.deepEqual(logged, [{ fileId: file.id }, { fileId: file.id }])
      assert.deepEqual([...(await store.missing([file]))], [file.id])
    })
})
