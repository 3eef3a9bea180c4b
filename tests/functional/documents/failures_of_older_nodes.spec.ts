import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { LookAfterSessions } from '../../../app/plugins/documents/recovery/look_after_sessions.js'
import { SettleTelling } from '../../../app/plugins/documents/recovery/settle_telling.js'
import { replaceKey } from '../../../app/plugins/documents/versions/document_keys.js'
import { lockedDocument } from '../../../app/plugins/documents/versions/locked_document.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { wordBytes } from '../../helpers/packages.js'

const HOUR_MS = 3_600_000

interface Failed {
  hasFile?: boolean
  /** Whether the document server said who changed something. */
  hasHistory?: boolean
}

test.group('Documents | failed saves that a node of an older release took', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let [ann, bob]: User[] = []
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    return () => stage.close()
  })
  group.each.setup(async () => {
    await DocumentLog.query().where({ action: 'save_failed' }).delete()
    ;[ann, bob] = [await makeOperator(), await makeOperator()]
    return () => clock.restore()
  })

  /** Both were inside. It notes the entry, and ends the key as if it were saved; the openings it does not know. */
  async function failed(client: ApiClient, { hasFile = false, hasHistory = true }: Failed = {}) {
    const { id } = await staged(client, ann)
    const { key: editorKey } = (await configOf(client, id, ann!)).document
    await stage.server.open(await configOf(client, id, ann!))
    await stage.server.open(await configOf(client, id, bob!))
    const inside = await DocumentOpening.query().where({ editorKey })
    const changes = [ann!, bob!].map((one) => ({ user: { id: String(one.id), name: 'N' } }))
    await actAsSystem('test', () =>
      db.transaction(async (trx) => {
        const document = await lockedDocument(id, trx)
        const action = 'save_failed' as const
        const by = { documentId: id, action, operatorId: bob!.id, operatorName: 'B' }
        const history = hasHistory ? { serverVersion: '9.3.1', changes } : undefined
        const detail = { status: 3, users: [String(bob!.id)], history }
        await DocumentLog.create({ ...by, detail }, { client: trx })
        const file = { detail: { status: 3, part: 'content' }, fileId: document.latestFileId }
        if (hasFile) await DocumentLog.create({ ...by, ...file }, { client: trx })
        await replaceKey(document, 'final', trx)
        await document.useTransaction(trx).save()
      })
    )
    await DocumentOpening.createMany(inside.map(({ $attributes: { id: _id, ...rest } }) => rest))
    stage.server.reset()
    return { id, editorKey }
  }

  const settle = async () => (await app.container.make(SettleTelling)).handle()

  /** As time goes by, on two nodes. */
  async function later() {
    for (let times = 0; times < 3; times++) {
      await Promise.all([settle(), settle()])
      clock.travel(2 * HOUR_MS)
      await (await app.container.make(LookAfterSessions)).handle()
    }
  }

  const bodiesTo = ({ id }: User) => notices.toldTo(id).map(({ body }) => body)

  for (const hasFile of [false, true])
    for (const hasHistory of [false, true])
      test(`are told of once, ${hasFile ? 'with' : 'without'} a file and ${hasHistory ? 'with' : 'without'} a history`, async ({
        client,
        assert,
      }) => {
        await failed(client, { hasFile, hasHistory })
        await later()
        for (const one of [ann!, bob!]) {
          const [body, ...more] = bodiesTo(one)
          assert.isEmpty(more)
          assert.include(body!, 'does not have them any more')
          if (hasFile) assert.include(body!, 'among what is kept of failed saves')
          else assert.include(body!, 'nothing of them came here')
        }
      })

  test('are not told of where something of the session has come since', async ({
    client,
    assert,
  }) => {
    const { editorKey } = await failed(client)
    clock.travel(60_000)
    stage.server.store.forget(editorKey, 'docx', wordBytes('It came after all.'))
    await (await app.container.make(LookAfterSessions)).handle()
    const told = notices.heard.length
    await settle()
    assert.isAbove(told, 0)
    assert.lengthOf(notices.heard, told)
    assert.notEqual((await DocumentKey.findByOrFail({ editorKey })).state, 'failed')
  })

  test('are not told of where they are long past', async ({ client, assert }) => {
    await failed(client)
    await DocumentOpening.query().delete()
    clock.travel(31 * 24 * HOUR_MS)
    await settle()
    assert.isEmpty(notices.heard)
  })

  const stateOf = async (editorKey: string) => (await DocumentKey.findByOrFail({ editorKey })).state

  async function work(client: ApiClient, id: number, user: User): Promise<string> {
    const config = await configOf(client, id, user)
    const editor = await stage.server.open(config)
    clock.travel(5_000)
    editor.edit('Saved.')
    await editor.close()
    return config.document.key
  }

  /** The document goes on without the session under its key. */
  const goOn = (id: number) =>
    actAsSystem('test', () =>
      db.transaction(async (trx) => {
        const document = await lockedDocument(id, trx)
        await replaceKey(document, 'replaced', trx)
        await document.useTransaction(trx).save()
      })
    )

  for (const who of ['the same', 'others'] as const)
    test(`are told of where the document had gone on, and a session of ${who} ends soon after`, async ({
      client,
      assert,
    }) => {
      const { id } = await staged(client, ann)
      const config = await configOf(client, id, ann!)
      await stage.server.open(config)
      await goOn(id)
      clock.travel(5_000)
      const detail = { status: 3, users: [String(ann!.id)] }
      const by = { documentId: id, operatorId: ann!.id, operatorName: 'A' }
      const other = who === 'others' ? await configOf(client, id, bob!) : null
      if (other) await stage.server.open(other)
      clock.travel(5_000)
      await DocumentLog.create({ ...by, action: 'save_failed', detail })
      clock.travel(5_000)
      const next = other?.document.key ?? (await work(client, id, ann!))
      if (other) await goOn(id)
      stage.server.reset()
      const stateBefore = await stateOf(next)
      await settle()
      assert.lengthOf(bodiesTo(ann!), 1)
      assert.isEmpty(bodiesTo(bob!))
      assert.deepEqual(
        [await stateOf(config.document.key), await stateOf(next)],
        ['failed', stateBefore]
      )
    })

  test('are told of where somebody came to the session since', async ({ client, assert }) => {
    const { id, editorKey } = await failed(client)
    const before = (await DocumentKey.query().where({ editorKey }).firstOrFail()).endedAt!
    const earlier = await DocumentKey.create({
      documentId: id,
      editorKey: randomUUID(),
      state: 'final',
      openedAt: before.minus({ hours: 2 }),
      endedAt: before.minus({ hours: 1 }),
    })
    await DocumentKey.query().where({ editorKey }).update({ state: 'replaced' })
    await settle()
    for (const one of [ann!, bob!]) assert.lengthOf(bodiesTo(one), 1)
    assert.equal(await stateOf(earlier.editorKey), 'final')
  })
})
