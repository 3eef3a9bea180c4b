import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { Disk } from 'flydrive'
import { bucket } from '#plugins/files/main'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { BucketServer } from '../../fakes/bucket/bucket_server.js'

test.group('Files | in a bucket', (group) => {
  let server: BucketServer
  let storage: Storage
  let path: string
  group.setup(async () => {
    server = await BucketServer.start()
    const credentials = { accessKeyId: 'id', secretAccessKey: 'key' }
    const service = bucket({ bucket: 'b', region: 'r', endpoint: server.url, credentials })
    storage = new Storage(new Disk((await service.resolver())()))
    const folder = await mkdtemp(join(tmpdir(), 'chancery-bucket-'))
    path = join(folder, 'x')
    await writeFile(path, 'contents of a file')
    return async () => {
      await server.stop()
      await rm(folder, { recursive: true })
    }
  })

  test('put, read whole and in part, list and delete', async ({ assert }) => {
    const key = storage.keyFor('ab'.repeat(32), '1')
    assert.isFalse(await storage.exists(key))
    await storage.put(key, path)
    assert.equal(server.objects.get(key)!.toString(), 'contents of a file')
    assert.isTrue(await storage.exists(key))
    assert.equal(await text(await storage.open(key)), 'contents of a file')
    assert.equal(await text(await storage.open(key, { first: 3, last: 10 })), 'tents of')
    const listed = await Array.fromAsync(storage.objects())
    assert.deepEqual(
      listed.map((object) => object.key),
      [key]
    )
    await storage.delete(key)
    assert.isFalse(await storage.exists(key))
  })

  test('say that contents are missing, and that the bucket is away', async ({ assert }) => {
    await assert.rejects(() => storage.open('blobs/none'), /missing from the storage/)
    const credentials = { accessKeyId: 'id', secretAccessKey: 'key' }
    const gone = bucket({ bucket: 'b', region: 'r', endpoint: 'http://127.0.0.1:9', credentials })
    const away = new Storage(new Disk((await gone.resolver())()))
    await assert.rejects(() => away.put('blobs/x', path), /System busy/)
  })
})
