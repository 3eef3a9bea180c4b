import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { TellAuthors } from '../../../app/plugins/documents/notices/tell_authors.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'
import { toldSession } from '../../helpers/told_saves.js'

test.group('Documents | telling people what became of their work', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  const tellTheRest = async () => (await app.container.make(TellAuthors)).rest()

  test('tell everybody whose work lies beside, once', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const other = await makeOperator()
    const older = save({ text: 'A', by: [owner.id, other.id] })
    await save({ text: 'A B', by: [owner.id, other.id, owner.id] }).send()
    assert.lengthOf(notices.heard, 0)
    await older.send()
    await older.send()
    await tellTheRest()
    assert.lengthOf(notices.heard, 1)
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, other.id])
    const { body } = notices.heard[0]!.notice
    for (const told of ['Minutes', 'version 3', 'present version 2', 'restore']) {
      assert.include(body, told)
    }
    assert.isNotNull((await versionsOf(id)).at(-1)!.toldAt)
  })

  test('tell them later when they could not be reached', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const older = save({ text: 'A', by: [owner.id] })
    await save({ text: 'A B', by: [owner.id, owner.id + 1] }).send()
    notices.isDown = true
    assert.isTrue((await older.send()).saved)
    await tellTheRest()
    assert.isNull((await versionsOf(id)).at(-1)!.toldAt)
    notices.isDown = false
    await sweep()
    assert.lengthOf(notices.heard, 0)
    await tellTheRest()
    await tellTheRest()
    assert.lengthOf(notices.toldTo(owner.id), 1)
  })

  test('say of what was brought back that it is not present any more', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await toldSession(client, stage)
    notices.isDown = true
    stage.server.store.forget(config.document.key, 'docx', wordBytes('lost'))
    await sweep()
    const restore = await client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner)
    restore.assertStatus(200)
    notices.isDown = false
    await tellTheRest()
    const { body } = notices.toldTo(owner.id)[0]!
    assert.match(body, /as version 2.*not the present one any more.*version 3/)
    assert.notInclude(body, 'nothing to do')
  })

  test('say that a document under review, or approved, does not change', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const handler = await makeOperator()
    const act = (path: string, body: object, as = owner) =>
      client.post(`/app/document/${id}/${path}`).loginAs(as).json(body)
    ;(await act('submit', { handlerIds: [handler.id] })).assertStatus(200)
    await save({ status: 6, text: 'A', by: [owner.id] }).send()
    ;(await act('review', { decision: 'approve' }, handler)).assertStatus(200)
    await save({ status: 6, text: 'A B', by: [owner.id, handler.id] }).send()
    assert.equal((await documentOf(id)).versionNo, 1)
    const [reviewed, approved] = notices.toldTo(owner.id)
    assert.include(reviewed!.body, 'under review')
    assert.include(approved!.body, 'approved')
  })

  test('tell the owner as well where the author cannot log in any more', async ({
    client,
    assert,
  }) => {
    const { owner, save } = await toldSession(client, stage)
    const gone = await makeOperator({ status: 'disabled' })
    const older = save({ text: 'A', by: [gone.id] })
    await save({ text: 'A B', by: [gone.id, owner.id] }).send()
    await older.send()
    assert.sameMembers(
      notices.heard.flatMap(({ userIds }) => [...userIds]),
      [owner.id, gone.id]
    )
  })

  test('tell the owner as well where one of several cannot log in any more', async ({
    client,
    assert,
  }) => {
    const { owner, save } = await toldSession(client, stage)
    const [gone, other] = [await makeOperator({ status: 'disabled' }), await makeOperator()]
    const older = save({ text: 'A', by: [gone.id, other.id] })
    await save({ text: 'A B', by: [gone.id, other.id, gone.id] }).send()
    await older.send()
    await older.send()
    await tellTheRest()
    assert.sameMembers(
      notices.heard.flatMap(({ userIds }) => [...userIds]),
      [owner.id, gone.id, other.id]
    )
    assert.include(notices.toldTo(owner.id)[0]!.body, 'the document is yours')
    assert.notInclude(notices.toldTo(other.id)[0]!.body, 'the document is yours')
  })

  test('tell of a save that failed, and of forced ones no more often than they begin to', async ({
    client,
    assert,
  }) => {
    const { owner, save } = await toldSession(client, stage)
    const failed = (status: number) =>
      save({ status, text: '', by: [owner.id], more: { url: undefined, changesurl: undefined } })
    for (const status of [7, 7, 7, 3]) await failed(status).send()
    const [forced, final] = notices.toldTo(owner.id)
    assert.lengthOf(notices.heard, 2)
    assert.include(forced!.body, 'still in the editor')
    assert.include(final!.body, 'open the document once more and close it')
  })

  test('say where the remains of a failed save are kept', async ({ client, assert }) => {
    const { owner, save } = await toldSession(client, stage)
    assert.isTrue((await save({ status: 3, text: 'half', by: [owner.id] }).send()).saved)
    assert.include(notices.toldTo(owner.id)[0]!.body, 'kept with an entry of the document’s log')
  })

  test('keep a forced save that comes when its session ended without being saved', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, save } = await toldSession(client, stage)
    await save({ status: 6, text: 'A' }).send()
    const forced = save({ status: 6, text: 'A B' })
    assert.isTrue((await save({ status: 3, text: 'half', by: [owner.id] }).send()).saved)
    const failed = config.document.key
    assert.equal((await DocumentKey.findByOrFail('editorKey', failed)).state, 'failed')
    assert.isTrue((await forced.send()).saved)
    const versions = await versionsOf(id)
    assert.lengthOf(versions, 3)
    assert.equal(versions.at(-1)!.editorKey, failed)
    assert.notInclude(await actionsOf(id), 'save_dropped')
  })
})
