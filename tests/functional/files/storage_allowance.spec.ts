import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/acting/main'
import { clock, MemoryStore } from '#kernel/state/main'
import { FileStore, StorageAllowance } from '#plugins/files/main'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'

/** As much as the smallest file takes. */
const LEAST = 4_096
const CONFIG = { graceHours: 24, storagePerUser: 10 * LEAST }

/** Rows of files that somebody has, of so many bytes each. */
async function kept(ownerId: number, ...sizes: number[]) {
  const store = await app.container.make(FileStore)
  for (const size of sizes) {
    const name = freshName('blob')
    const touchedAt = DateTime.fromMillis(clock.now())
    const blob = await StoredBlob.create({ sha256: name, size, storageKey: name, touchedAt })
    const about = { name: 'a.txt', extension: 'txt', mimeType: 'text/plain' }
    const ownership = { owner: ownerId }
    await actAsSystem('files for a test', () => store.record(blob, { ...about, ownership }))
  }
}

test.group('Files | room that is claimed', (group) => {
  onEveryDatabase(group)

  let userId: number
  let store: MemoryStore
  group.each.setup(async () => {
    clock.stop()
    ;({ id: userId } = await makeOperator())
    store = new MemoryStore()
    return () => clock.restore()
  })

  const node = () => new StorageAllowance(store, CONFIG)

  test('let no more in than fits, however many come at once to however many nodes', async ({
    assert,
  }) => {
    await kept(userId, 3 * LEAST)
    const claims = await Promise.allSettled(
      Array.from({ length: 9 }, () => node().claim(userId, 3 * LEAST))
    )
    const given = claims.filter(({ status }) => status === 'fulfilled')
    assert.lengthOf(given, 2)
  })

  test('count a file that is all but empty as much as the smallest block of a disk', async ({
    assert,
  }) => {
    await kept(userId, 0, 1, LEAST, 2 * LEAST)
    assert.equal(await node().roomOf(userId), 5 * LEAST)
    const claims = await Promise.allSettled(
      Array.from({ length: 9 }, () => node().claim(userId, 0))
    )
    assert.lengthOf(
      claims.filter(({ status }) => status === 'fulfilled'),
      5
    )
  })
})
