import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { dialectOf } from '#kernel/database/dialect'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { MemoryStore } from '#kernel/state/memory/memory_store'
import { fileErrors, FileStore, StorageAllowance } from '#plugins/files/main'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'
import { statementsOf } from '../../helpers/statements.js'

/** As much as the smallest file takes. */
const LEAST = 4_096
const CONFIG = { graceHours: 24, storagePerUser: 10 * LEAST }
const MINUTE_MS = 60_000

/** One that nobody can ask. */
const lost = new Proxy(new MemoryStore(), { get: () => () => Promise.reject(new E_UNAVAILABLE()) })

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
  let userId: number
  let store: MemoryStore
  group.each.setup(async () => {
    clock.stop()
    ;({ id: userId } = await makeOperator())
    store = new MemoryStore()
    return () => clock.restore()
  })

  const node = (over = store) => new StorageAllowance(over, CONFIG)

  const ENDS: Record<string, () => Promise<unknown>> = {
    'a file was deleted': () => node().freed(userId),
    'its sum was too old': async () => clock.travel(2 * MINUTE_MS),
  }
  for (const [title, end] of Object.entries(ENDS))
    test(`count what is about to be kept where ${title}, until it is there or given up`, async ({
      assert,
    }) => {
      await kept(userId, 3 * LEAST)
      const claim = await node().claim(userId, 6 * LEAST)
      await end()
      await assert.rejects(
        () => node().claim(userId, 6 * LEAST),
        new fileErrors.E_STORAGE_FULL().message
      )
      assert.equal(await node().roomOf(userId), LEAST)
      await claim[Symbol.asyncDispose]()
      await end()
      await node().claim(userId, 6 * LEAST)
    })

  test('let no more in at once than fits while the shared store is lost', async ({ assert }) => {
    await kept(userId, 3 * LEAST)
    const allowance = node(lost)
    const claims = await Promise.allSettled(
      Array.from({ length: 5 }, () => allowance.claim(userId, 3 * LEAST))
    )
    const given = claims.filter(({ status }) => status === 'fulfilled')
    assert.lengthOf(given, 2)
  })

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

  test('sum what somebody has by an index alone', async ({ assert }) => {
    await kept(userId, 3 * LEAST, LEAST)
    const [sum] = await statementsOf(() => node().roomOf(userId))
    const dialect = dialectOf(db.connection())
    const explain = dialect === 'sqlite' ? 'explain query plan' : 'explain'
    if (dialect === 'postgres') await db.rawQuery('vacuum analyze stored_files')
    const plan = await db.transaction(async (trx) => {
      if (dialect === 'postgres') await trx.rawQuery('set local enable_seqscan = off')
      return trx.rawQuery(`${explain} ${sum!.replace(/\$1|\?/, String(userId))}`)
    })
    assert.match(JSON.stringify(plan.rows ?? plan), /COVERING INDEX|Index Only Scan|Using index/)
  })
})
