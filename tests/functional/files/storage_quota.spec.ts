import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import { type FilesConfig, FileStore, StorageQuota, StoredFile } from '#plugins/files/main'
import type { User } from '#plugins/identity/main'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { openGate } from '../../helpers/open_gate.js'

/** As much as the smallest file counts. */
const LEAST = 4_096
const ABOUT = { name: 'a.txt', extension: 'txt', mimeType: 'text/plain' }

test.group('Files | the quota of one user', (group) => {
  onEveryDatabase(group)

  let user: User
  group.setup(() => openGate().shut)
  group.each.setup(async () => {
    user = await makeOperator()
    const config = app.config.get<FilesConfig>('files')
    const before = config.storagePerUser
    config.storagePerUser = 10 * LEAST
    return () => void (config.storagePerUser = before)
  })

  /** Rows of files that the user has, of so many bytes each. */
  async function stored(...sizes: number[]) {
    const store = await app.container.make(FileStore)
    for (const size of sizes) {
      const [name, touchedAt] = [freshName('blob'), DateTime.now()]
      const blob = await StoredBlob.create({ sha256: name, size, storageKey: name, touchedAt })
      const ownership = { owner: user.id }
      await actAsSystem('files for a test', () => store.record(blob, { ...ABOUT, ownership }))
    }
  }

  const upload = (client: ApiClient, bytes: number) => {
    const content = Buffer.alloc(bytes, freshName('text'))
    return client.post('/app/files').loginAs(user).file('file', content, { filename: 'a.txt' })
  }

  test('let no more in than fits, however many come at once', async ({ client, assert }) => {
    await stored(3 * LEAST)
    const uploads = Array.from({ length: 9 }, () => upload(client, 3 * LEAST))
    const statuses = (await Promise.all(uploads)).map((response) => response.status())
    assert.deepEqual(statuses.toSorted(), [200, 200, 413, 413, 413, 413, 413, 413, 413])
    const files = await actAsSystem('test', () => StoredFile.query().where({ ownerId: user.id }))
    assert.lengthOf(files, 3)
  })

  test('count a file that is all but empty as a block of the disk', async ({ client, assert }) => {
    await stored(0, 1, LEAST, 2 * LEAST)
    const quota = await app.container.make(StorageQuota)
    assert.equal(await quota.remaining(user.id), 5 * LEAST)
    for (const status of [200, 200, 200, 200, 200, 413])
      assert.equal((await upload(client, 1)).status(), status)
  })
})
