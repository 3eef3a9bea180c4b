import { randomBytes } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import type { ApiClient } from '@japa/api-client'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { CommitSave } from '../../../app/plugins/documents/saves/commit_save.js'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import type { CallbackEvent } from '../../fakes/document_server/event_log.js'
import { download } from '../../helpers/download.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'

type Work<T> = (trx: TransactionClientContract) => Promise<T>

test.group('Documents | saves that meet and saves that fail', (group) => {
  onEveryDatabase(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  async function session(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const callbackUrl = config.editorConfig.callbackUrl!
    const save = (status: number, text: string, more: Record<string, unknown> = {}) => {
      const bytes = wordBytes(text)
      const url = stage.server.offer(
        bytes,
        'docx',
        `${config.document.key}_${randomBytes(3).toString('hex')}`
      )
      const payload = { key: config.document.key, status, url, users: [String(owner.id)], ...more }
      return { bytes, send: () => stage.server.sendCallback({ callbackUrl, payload }) }
    }
    return { id, owner, config, callbackUrl, save }
  }

  test('make one version of twenty deliveries of the same save at once', async ({
    client,
    assert,
  }) => {
    const { id, save } = await session(client)
    const { send } = save(2, 'once')
    stage.server.log.clear()
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    for (const { saved, reply } of answers) {
      assert.isTrue(saved)
      assert.deepEqual(JSON.parse(reply!.body).data, { outcome: 'version', versionNo: 2 })
    }
    assert.lengthOf(await versionsOf(id), 2)
    assert.lengthOf(stage.server.log.of('download'), 1)
  })

  test('know a redelivery by its path, whatever its query and tokens', async ({
    client,
    assert,
  }) => {
    const { id, config } = await session(client)
    const editor = await stage.server.open(config)
    editor.edit('Again.')
    await editor.close()
    const [sent] = stage.server.log.callbacks(2).slice(-1) as CallbackEvent[]
    const again = await stage.server.redeliver(sent!)
    assert.deepEqual(JSON.parse(again.reply!.body).data, { outcome: 'version', versionNo: 2 })
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('keep both of a forced and a final save that are in flight together', async ({
    client,
    assert,
  }) => {
    for (let round = 0; round < 2; round++) {
      const { id, config, save } = await session(client)
      const [forced, final] = [save(6, `forced ${round}`), save(2, `final ${round}`)]
      const answers = await Promise.all([forced.send(), final.send()])
      for (const { saved } of answers) assert.isTrue(saved)
      const versions = await versionsOf(id)
      const document = await documentOf(id)
      const present = await download(
        client,
        `/app/document/${id}/versions/${document.versionNo}/content`
      )
      assert.deepEqual(present.bytes, final.bytes)
      assert.equal(document.versionNo, versions.findLast(({ beside }) => !beside)!.no)
      assert.notEqual(document.sessionKey, config.document.key)
    }
  })

  test('number the saves of different sessions without a gap or a double', async ({
    client,
    assert,
  }) => {
    const { id, save } = await session(client)
    const saves = Array.from({ length: 8 }, (_, index) => save(6, `piece ${index}`))
    const answers = await Promise.all(saves.map(({ send }) => send()))
    for (const { saved } of answers) assert.isTrue(saved)
    assert.deepEqual(
      (await versionsOf(id)).map(({ no }) => no),
      [1, 2, 3, 4, 5, 6, 7, 8, 9]
    )
  })

  test('keep a late final save beside newer work, and never over it', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await session(client)
    ;(await client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner)).assertStatus(200)
    const late = await save(2, 'from before the restore').send()
    assert.isTrue(late.saved)
    const document = await documentOf(id)
    assert.equal(document.versionNo, 2)
    const kinds = (await versionsOf(id)).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['blank', 'restored', 'late'])
    const again = await stage.server.open(await configOf(client, id, owner))
    again.edit('Newer.')
    await again.close()
    assert.equal((await documentOf(id)).versionNo, 4)
  })

  test('answer 503 while the storage is full, and save when the document server tries again', async ({
    client,
    assert,
  }) => {
    const { id, config } = await session(client)
    const editor = await stage.server.open(config)
    editor.edit('Precious.')
    const storage = await app.container.make(Storage)
    const { put } = storage
    let refusals = 2
    storage.put = async (key, path) => {
      if (refusals-- > 0) throw new E_UNAVAILABLE(undefined, { cause: new Error('ENOSPC') })
      return put.call(storage, key, path)
    }
    try {
      const delivered = await editor.close()
      assert.containsSubset(delivered, { saved: true, attempts: 3 })
    } finally {
      storage.put = put
    }
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('answer 503 while the database is lost, and leave nothing half done', async ({
    client,
    assert,
  }) => {
    const { id, config, save } = await session(client)
    class LostDatabase extends CommitSave {
      override async handle(): Promise<never> {
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
      }
    }
    app.container.swap(CommitSave, () => new LostDatabase({} as never, {} as never, {} as never))
    const { send } = save(2, 'meanwhile')
    const lost = await send()
    app.container.restore(CommitSave)
    assert.equal(lost.reply!.status, 503)
    assert.deepEqual(JSON.parse(lost.reply!.body), {
      error: 1,
      code: 503,
      message: 'System busy, please try again later',
      data: null,
    })
    assert.lengthOf(await versionsOf(id), 1)
    assert.equal((await documentOf(id)).sessionKey, config.document.key)
    assert.isTrue((await send()).saved)
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('undo everything when the transaction breaks off', async ({ client, assert }) => {
    const { id, config, save } = await session(client)
    const { send } = save(2, 'torn')
    const { transaction } = db
    const begin = transaction.bind(db) as <T>(work: Work<T>) => Promise<T>
    const breakOff = <T>(work: Work<T>) =>
      begin(async (trx) => {
        await work(trx)
        throw new Error('killed before the commit')
      })
    db.transaction = breakOff as typeof transaction
    const torn = await send()
    db.transaction = transaction
    assert.equal(torn.reply!.status, 503)
    assert.lengthOf(await versionsOf(id), 1)
    assert.containsSubset(await documentOf(id).then((one) => one.$attributes), {
      versionNo: 1,
      lastVersionNo: 1,
      sessionKey: config.document.key,
    })
    assert.isTrue((await send()).saved)
    assert.lengthOf(await versionsOf(id), 2)
  })
})
