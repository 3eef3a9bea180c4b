import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { UntoldWork } from '../../../app/plugins/documents/recovery/untold_work.js'
import { ForcedBy } from '../../fakes/document_server/forced_saves.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { makeOperator } from '../../helpers/accounts.js'
import { noticesOf } from '../../helpers/heard_notices.js'

test.group('Documents | sessions that are closed without what they had saved', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  const courier = new HeldCourier()
  let aheadMs = 0
  group.setup(async () => {
    stage = await editorStage({ courier, now: () => Date.now() + aheadMs })
    return () => stage.close()
  })
  group.each.teardown(() => {
    courier.fate = () => 'delivered'
  })

  /** Somebody has it saved on the way, and takes all of it back. */
  async function takenBack(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Better not.')
    await editor.forceSave()
    aheadMs += 5_000
    editor.takeBack()
    return { id, owner, config, editor }
  }

  const closings = (documentId: number) =>
    DocumentLog.query().where({ documentId, action: 'closed_unsaved' })

  test('keep what was saved on the way, and tell whoever was inside which version is present', async ({
    client,
    assert,
  }) => {
    const { id, owner, editor } = await takenBack(client)
    assert.equal((await editor.close())?.status, 4)
    assert.equal((await documentOf(id)).versionNo, 2)

    const [notice, ...more] = notices.toldTo(owner.id)
    assert.lengthOf(more, 0)
    assert.match(notice!.body, /“Minutes”.*Version 2.*version 1/s)
    const [entry] = await closings(id)
    assert.equal(entry!.versionNo, 2)
    assert.deepEqual(entry!.detail?.userIds, [owner.id])
  })

  test('are opened anew from what is present, not from what they began with', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, editor } = await takenBack(client)
    await editor.close()
    const next = await configOf(client, id, owner)
    assert.notEqual(next.document.key, config.document.key)
    const again = await stage.server.open(next)
    assert.deepEqual(again.texts, ['Better not.'])
    await again.close()
  })

  test('are opened anew where the word of their end was missed', async ({ client, assert }) => {
    const { id, owner, config, editor } = await takenBack(client)
    courier.fate = () => 'request_lost'
    await editor.close()
    courier.fate = () => 'delivered'
    const next = await configOf(client, id, owner)
    assert.equal(next.document.key, (await documentOf(id)).editorKey)
    assert.notEqual(next.document.key, config.document.key)
    assert.lengthOf(notices.toldTo(owner.id), 1)
  })

  test('are told of where what was saved on the way arrives after the word of their end', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    const other = await makeOperator()
    const editor = await stage.server.open(await configOf(client, id, other))
    editor.edit('Better not.')
    courier.holds = ({ status }, where) => status === 6 && where === 'turn'
    const { delivered } = editor.startForceSave()
    editor.takeBack()
    assert.equal((await editor.close())?.status, 4)
    courier.holds = () => false
    courier.held[0]!.release()
    await delivered
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.notEqual((await documentOf(id)).editorKey, config.document.key)
    assert.lengthOf(notices.toldTo(other.id), 1)
  })

  test('are told of once, and until it is heard', async ({ client, assert }) => {
    const { id, owner, editor } = await takenBack(client)
    notices.isDown = true
    await editor.close()
    notices.isDown = false
    const untold = await app.container.make(UntoldWork)
    await untold.rest()
    await untold.rest()
    ;(await client.post(`/app/document/${id}/force-save`).loginAs(owner)).assertStatus(409)
    assert.lengthOf(notices.toldTo(owner.id), 1)
    assert.lengthOf(await closings(id), 1)
  })

  test('are told of where that was saved as well: what the document server lost looks the same', async ({
    client,
    assert,
  }) => {
    const { id, owner, editor } = await takenBack(client)
    await editor.forceSave(ForcedBy.button)
    await editor.close()
    assert.lengthOf(await versionsOf(id), 3)
    assert.equal((await documentOf(id)).versionNo, 3)
    assert.lengthOf(notices.toldTo(owner.id), 1)
    assert.lengthOf(await closings(id), 1)
  })
})
