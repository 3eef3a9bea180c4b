import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { Disk } from 'flydrive'
import { bucket } from '#plugins/files/main'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { BucketServer } from '../../fakes/bucket/bucket_server.js'
import { storageConformance } from '../../helpers/conformance/storage_conformance.js'

async function driverOf(endpoint: string, longestSilenceMs?: number) {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'key' }
  const service = bucket({ bucket: 'b', region: 'r', endpoint, credentials, longestSilenceMs })
  return (await service.resolver())()
}

storageConformance('a bucket', async () => {
  const server = await BucketServer.start()
  return { driver: await driverOf(server.url), close: () => server.stop() }
})

test.group('Storage in a bucket | out of reach', () => {
  test('say that it cannot be reached', async ({ assert }) => {
    const away = new Storage(new Disk(await driverOf('http://127.0.0.1:9')))
    await assert.rejects(() => away.put('blobs/x', import.meta.filename), /cannot be reached/)
    await assert.rejects(() => away.check(), /cannot be reached/)
  })

  test('end what a bucket leaves unanswered, and a download that it stops sending', async ({
    assert,
    cleanup,
  }) => {
    const server = await BucketServer.start()
    cleanup(() => server.stop())
    const storage = new Storage(new Disk(await driverOf(server.url, 250)))
    const { size } = await stat(import.meta.filename)
    await storage.put('blobs/x', import.meta.filename)
    server.hangs = 'midway'
    for (const range of [undefined, { first: 1, last: 100 }]) {
      const stalled = await storage.open('blobs/x', size, range)
      await assert.rejects(() => text(stalled), /cannot be reached/)
    }
    server.hangs = 'silent'
    await assert.rejects(() => storage.put('blobs/y', import.meta.filename), /cannot be reached/)
    await assert.rejects(() => storage.open('blobs/x', size), /cannot be reached/)
  })
})
