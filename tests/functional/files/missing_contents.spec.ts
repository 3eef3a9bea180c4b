import type { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { actAsSystem } from '#kernel/operator/acting'
import { FileStore, OwnStorage, type StoredFile } from '#plugins/files/main'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { MissingContents } from '../../../app/plugins/files/storage/missing_contents.js'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { DateTime } from 'luxon'
import { freshName } from '../../helpers/accounts.js'

test.group('Files | missing contents', (group) => {
  group.each.setup(() => {
    clock.stop()
    return () => clock.restore()
  })

  async function makeStore() {
    const said: { fileIds: number[]; storage: string }[] = []
    const logger = { error: (about: (typeof said)[number]) => said.push(about) }
    const missing = new MissingContents(logger as unknown as Logger, 'here')
    const [storage, own] = [await app.container.make(Storage), await app.container.make(OwnStorage)]
    return { said, store: new FileStore(storage, own, missing) }
  }

  async function fileWithout(store: FileStore): Promise<StoredFile> {
    const blob = await StoredBlob.create({
      sha256: freshName('sha'),
      size: 1,
      storageKey: freshName('blobs/none'),
      touchedAt: DateTime.now(),
    })
    const about = { name: 'x.txt', extension: 'txt', mimeType: 'text/plain' }
    return actAsSystem('test', () => store.record(blob, about))
  }

  test('are said once of each file, a line a minute at most', async ({ assert }) => {
    const { said, store } = await makeStore()
    const [first, second, third] = [
      await fileWithout(store),
      await fileWithout(store),
      await fileWithout(store),
    ]
    for (const file of [first, first, second])
      await assert.rejects(() => store.open(file), /missing from the storage/)
    assert.deepEqual(said, [{ fileIds: [first.id], storage: 'here' }])

    clock.travel(60_000)
    await assert.rejects(() => store.open(third))
    assert.deepEqual(said[1], { fileIds: [second.id, third.id], storage: 'here' })
    await assert.rejects(() => store.open(third))
    assert.lengthOf(said, 2)
  })
})
