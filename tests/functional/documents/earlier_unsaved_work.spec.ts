import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import type { User } from '#plugins/identity/main'
import { PurgeDocuments } from '../../../app/plugins/documents/actions/purge_documents.js'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import {
  editorStage,
  entersAfterAnswer,
  layInTrash,
  ownerOfRows,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'

test.group('Documents | unsaved work of an earlier session', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let user: User
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async () => {
    user = await ownerOfRows(stage)
    stage.configure({ sessionEndSeconds: 0.1 })
    return () => {
      stage.configure()
      delete stage.server.faults.saving
    }
  })

  const remove = (client: ApiClient, id: number, drop = 'false') =>
    client.delete(`/app/document/trash/${id}`).loginAs(user).qs({ drop })
  const abandon = (client: ApiClient, id: number, drop = 'false') =>
    client.delete(`/app/document/${id}/unsaved-work`).loginAs(user).qs({ drop })
  const isThere = async (id: number) =>
    (await actAsSystem('test', () => Document.find(id))) !== null
  const entriesOf = (documentId: number) =>
    DocumentLog.query().where({ documentId, action: 'work_abandoned' })

  /** Deleted while an editor stayed, which goes on. */
  async function leftBehind(client: ApiClient) {
    const made = await staged(client, user)
    const editor = await stage.server.open(made.config)
    editor.obeys = false
    editor.edit('Before they were told.')
    const deleted = client.delete(`/app/document/${made.id}?drop=true`).loginAs(user)
    ;(await deleted).assertStatus(200)
    editor.edit('Long after.')
    return { ...made, editor }
  }

  async function crashed(client: ApiClient) {
    const made = await leftBehind(client)
    stage.server.crash()
    return made
  }

  test('keeps a document from being removed for good: drop={drop}')
    .with([{ drop: 'false' }, { drop: 'true' }])
    .run(async ({ client, assert }, { drop }) => {
      const { id, config } = await crashed(client)
      const refused = await remove(client, id, drop)
      refused.assertBodyContains({ code: 409, data: { reason: 'E_UNSAVED_WORK' } })
      assert.include(refused.body().message, 'unsaved-work')

      const back = await stage.server.open(config)
      assert.deepInclude(await back.close(), { saved: true })
      const late = (await versionsOf(id)).at(-1)!
      assert.containsSubset(late.$attributes, { kind: 'late', beside: true })
      ;(await remove(client, id, drop)).assertStatus(200)
    })

  test('is named when the trash is emptied', async ({ client, assert }) => {
    const { id } = await crashed(client)
    const emptied = (await client.delete('/app/document/trash').loginAs(user)).body().data
    assert.containsSubset(emptied, { removed: 0, kept: [{ id }] })
    assert.include(emptied.kept[0].reason, 'unsaved-work')
    assert.isTrue(await isThere(id))
  })

  test('is left for later by the purge', async ({ client, assert }) => {
    const { id } = await crashed(client)
    await layInTrash(id)
    await (await app.container.make(PurgeDocuments)).handle(30)
    assert.isTrue(await isThere(id))
  })

  test('counts also once its people were seen to have left', async ({ client, assert }) => {
    const { id } = await crashed(client)
    const review = await app.container.make(ReviewOpenings)
    await actAsSystem('test', () => review.handle({ documentIds: [id] }))
    ;(await remove(client, id)).assertStatus(409)
    assert.isTrue(await isThere(id))
  })

  test('is given up deliberately: logged, told to whose it is, and then it can be removed', async ({
    client,
    assert,
  }) => {
    const { id } = await crashed(client)
    ;(await abandon(client, id)).assertStatus(200)
    const [entry, ...more] = await entriesOf(id)
    assert.lengthOf(more, 0)
    assert.equal(entry!.detail!.kept, 'nothing')
    assert.include(notices.toldTo(user.id).at(-1)!.body, 'Minutes')
    ;(await abandon(client, id)).assertStatus(404)
    ;(await remove(client, id)).assertStatus(200)
  })

  test('is saved first as far as it can be', async ({ client, assert }) => {
    stage.configure({ sessionEndSeconds: 6 })
    const { id, config } = await crashed(client)
    const room = stage.server.room(config.document.key)!
    room.forced = { changes: room.changes, started: false, ended: false }
    ;(await abandon(client, id)).assertStatus(200)
    const late = (await versionsOf(id)).at(-1)!
    assert.containsSubset(late.$attributes, { kind: 'late', beside: true })
    assert.equal((await entriesOf(id))[0]!.versionNo, late.no)
    ;(await remove(client, id)).assertStatus(200)
  })

  test('counts anew where somebody stayed after theirs was given up', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client, user)
    const editor = await stage.server.open(config)
    editor.obeys = false
    editor.edit('Never to be written.')
    stage.server.faults.saving = true
    ;(await abandon(client, id, 'true')).assertStatus(200)
    delete stage.server.faults.saving
    editor.edit('Long after.')
    ;(await client.delete(`/app/document/${id}`).loginAs(user)).assertStatus(200)
    stage.server.crash()
    ;(await remove(client, id)).assertStatus(409)
    ;(await abandon(client, id)).assertStatus(200)
    assert.lengthOf(await entriesOf(id), 2)
    ;(await remove(client, id)).assertStatus(200)
  })

  test('is waited for while it is on its way', async ({ client, assert }) => {
    const { id, config } = await crashed(client)
    stage.configure()
    const closing = entersAfterAnswer(stage, config).then((back) => back.close())
    const refused = await remove(client, id)
    refused.assertBodyContains({ code: 409, data: { reason: 'E_CONFLICT' } })
    assert.deepInclude(await closing, { saved: true })
    assert.lengthOf(await versionsOf(id), 3)
    ;(await remove(client, id)).assertStatus(200)
  })
})
