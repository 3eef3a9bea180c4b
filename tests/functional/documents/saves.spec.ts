import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { download } from '../../helpers/download.js'
import { documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { answerOf, placesOf, toldSession } from '../../helpers/told_saves.js'

type Work = (trx: TransactionClientContract) => Promise<unknown>

test.group('Documents | saves that meet and saves that fail', (group) => {
  onEveryDatabase(group)
  const there = lookedAfter(group)

  /** Something else goes on wherever a file is put into the storage, until the work is done. */
  async function whilePutting(before: () => Promise<void>, work: () => Promise<void>) {
    const storage = await app.container.make(Storage)
    const { put } = storage
    storage.put = async (key, path) => {
      await before()
      return put.call(storage, key, path)
    }
    try {
      await work()
    } finally {
      storage.put = put
    }
  }

  test('make one version of a save that is delivered eight times', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    const { send } = save({ text: 'once' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send()))
    const outcomes = answers.map((one) => answerOf(one).body.data)
    assert.isTrue(answers.every(({ saved }) => saved))
    assert.isTrue(outcomes.every(({ versionNo }) => versionNo === 2))
    assert.lengthOf(
      outcomes.filter(({ outcome }) => outcome === 'version'),
      1
    )
    assert.deepEqual(await placesOf(id), ['save current'])
  })

  test('know a retry by its path and content, whatever came since', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, there.stage)
    const [first, second] = [
      save({ status: 6, text: 'A', by: [owner.id] }),
      save({ text: 'A B', by: [owner.id, owner.id] }),
    ]
    for (const { send } of [first, second]) await send()
    for (const [{ url, send, payload }, versionNo] of [
      [first, 2],
      [second, 3],
    ] as const) {
      const again = { ...payload, url: there.stage.server.store.link(new URL(url).pathname) }
      const { data } = answerOf(await send({ payload: again })).body
      assert.deepEqual(data, { outcome: 'unchanged', versionNo })
    }
    assert.lengthOf(await versionsOf(id), 3)
  })

  test('know a retry whose file is gone, and no other save', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    const [known, other] = [save({ text: 'A' }), save({ text: 'A B' })]
    await known.send()
    there.stage.server.faults.output = 'notFound'
    assert.isTrue((await known.send()).saved)
    assert.equal((await other.send()).reply!.status, 503)
    delete there.stage.server.faults.output
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('keep a forced and a final save that come at once', async ({ client, assert }) => {
    const { id, config, save } = await toldSession(client, there.stage)
    const [forced, final] = [save({ status: 6, text: 'forced' }), save({ text: 'final' })]
    const answers = await Promise.all([forced.send(), final.send()])
    assert.isTrue(answers.every(({ saved }) => saved))
    const { versionNo, sessionKey } = await documentOf(id)
    const path = `/app/document/${id}/versions/${versionNo}/content`
    assert.deepEqual((await download(client, path)).bytes, final.bytes)
    assert.lengthOf(await versionsOf(id), 3)
    assert.notEqual(sessionKey, config.document.key)
  })

  test('number saves that come at once without a gap', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    const saves = Array.from({ length: 6 }, (_, at) => save({ status: 6, text: `part ${at}` }))
    const answers = await Promise.all(saves.map(({ send }) => send()))
    assert.isTrue(answers.every(({ saved }) => saved))
    const numbers = (await versionsOf(id)).map(({ no }) => no)
    assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7])
  })

  test('answer 503 while the storage is lost, and save on a retry', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    editor.edit('Precious.')
    let refusals = 2
    const refuse = async () => {
      if (refusals-- > 0) throw new E_UNAVAILABLE(undefined, { cause: new Error('ENOSPC') })
    }
    await whilePutting(refuse, async () => {
      assert.containsSubset(await editor.close(), { saved: true, attempts: 3 })
    })
    assert.deepEqual(await placesOf(id), ['save current'])
  })

  test('answer 503 while the database {title}, leave nothing half done, and save on the retry')
    .with([
      { title: 'is lost', isBegun: false },
      { title: 'is lost before the commit', isBegun: true },
    ])
    .run(async ({ client, assert }, { isBegun }) => {
      const { id, config, save } = await toldSession(client, there.stage)
      const { send } = save({ text: 'torn' })
      const { transaction } = db
      const begin = transaction.bind(db) as (work: Work) => Promise<unknown>
      const lost = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
      db.transaction = (async (work: Work) => {
        if (!isBegun) throw lost
        return begin(async (trx) => {
          await work(trx)
          throw lost
        })
      }) as typeof transaction
      const torn = await send()
      db.transaction = transaction
      const message = 'System busy, please try again later'
      const body = { error: 1, code: 503, message, data: null }
      assert.deepEqual(answerOf(torn), { status: 503, body })
      assert.lengthOf(await versionsOf(id), 1)
      const sessionKey = config.document.key
      assert.containsSubset(await documentOf(id), { versionNo: 1, lastVersionNo: 1, sessionKey })
      assert.isTrue((await send()).saved)
      assert.deepEqual(await placesOf(id), ['save current'])
    })

  test('answer 503 to what takes too long, and save it once', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    const { send } = save({ text: 'slow' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    there.stage.configure({ callbackSeconds: 0.05 })
    await whilePutting(
      () => released,
      async () => {
        assert.equal((await send()).reply!.status, 503)
        there.stage.configure()
        const retried = send()
        release()
        assert.deepEqual(answerOf(await retried).body.data, { outcome: 'unchanged', versionNo: 2 })
      }
    )
    assert.deepEqual(await placesOf(id), ['save current'])
  })
})
