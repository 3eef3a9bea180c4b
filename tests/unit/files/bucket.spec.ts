import { test } from '@japa/runner'
import { Disk } from 'flydrive'
import { bucket } from '#plugins/files/main'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { BucketServer } from '../../fakes/bucket/bucket_server.js'
import { storageConformance } from '../../helpers/conformance/storage_conformance.js'

async function driverOf(endpoint: string) {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'key' }
  const service = bucket({ bucket: 'b', region: 'r', endpoint, credentials })
  return (await service.resolver())()
}

storageConformance('a bucket', async () => {
  const server = await BucketServer.start()
  return { driver: await driverOf(server.url), close: () => server.stop() }
})

test.group('Storage in a bucket | away', () => {
  test('say that it cannot be reached', async ({ assert }) => {
    const away = new Storage(new Disk(await driverOf('http://127.0.0.1:9')))
    await assert.rejects(() => away.put('blobs/x', import.meta.filename), /cannot be reached/)
  })
})
