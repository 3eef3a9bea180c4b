import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/data_scope/reach'
import type { User } from '#plugins/identity/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, documentOf, editorStage, staged } from '../../helpers/editor_stage.js'
import { versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'

test.group('Documents | people in the editor', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => {
    stage.configure()
    delete stage.server.faults.drops
  })

  const putOut = (client: ApiClient, id: number, whom: number, by: User) =>
    client.delete(`/app/document/${id}/editors/${whom}`).loginAs(by)

  test('put one out and let the others go on', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const mine = await stage.server.open(config)
    const theirs = await stage.server.open(await configOf(client, id, other))
    theirs.edit('Theirs, kept.')
    ;(await putOut(client, id, other.id, owner)).assertStatus(200)
    assert.isFalse(theirs.canEdit)
    assert.isTrue(mine.canEdit)
    assert.deepEqual((await documentOf(id)).editing, [{ id: owner.id, name: owner.nickname }])

    const entry = await DocumentLog.query()
      .where({ documentId: id, action: 'session_dropped' })
      .firstOrFail()
    assert.equal(entry.operatorId, owner.id)
    assert.deepEqual(entry.detail, { userIds: [other.id] })
    await mine.close()
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('put out the last one, whose work is saved', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('The last word.')
    ;(await putOut(client, id, owner.id, owner)).assertStatus(200)
    await stage.server.settled()
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('say 404 of who is not inside, of what is out of reach, and of what was never opened', async ({
    client,
  }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    ;(await putOut(client, id, owner.id, owner)).assertStatus(404)
    const editor = await stage.server.open(config)
    ;(await putOut(client, id, other.id, owner)).assertStatus(404)
    stage.gate.tell(other.id, nothing)
    ;(await putOut(client, id, owner.id, other)).assertStatus(404)
    await editor.close()
    ;(await putOut(client, id, owner.id, owner)).assertStatus(404)
  })

  test('let nobody put people out who may not', async ({ client }) => {
    const { id, owner } = await staged(client)
    const editor = await makeOperator()
    stage.gate.tell(editor.id, null, 'document:document:drop')
    ;(await putOut(client, id, owner.id, editor)).assertStatus(403)
    ;(await client.delete(`/app/document/${id}/editors/${owner.id}`)).assertStatus(401)
  })

  test('say 503 while the document server is away, and 400 while the editor is off', async ({
    client,
  }) => {
    const { id, owner } = await staged(client)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    ;(await putOut(client, id, owner.id, owner)).assertStatus(503)
    stage.configure({ enabled: false })
    ;(await putOut(client, id, owner.id, owner)).assertStatus(400)
  })

  test('tell them when the document is renamed', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    const renamed = await client
      .put(`/app/document/${id}`)
      .loginAs(owner)
      .json({ title: 'Resolutions' })
    renamed.assertBodyContains({ data: { title: 'Resolutions' } })
    await until(() => editor.messages.some(({ type }) => type === 'meta'))
    assert.deepInclude(editor.messages, { type: 'meta', messages: { title: 'Resolutions.docx' } })
    await editor.close()
  })

  test('rename though they cannot be told', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    const renamed = await client.put(`/app/document/${id}`).loginAs(owner).json({ title: 'Alone' })
    renamed.assertStatus(200)
    assert.equal((await documentOf(id)).title, 'Alone')
  })
})
