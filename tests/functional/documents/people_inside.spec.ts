import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/acting/main'
import type { User } from '#plugins/identity/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { until } from '../../helpers/until.js'

test.group('Documents | people in the editor', (group) => {
  const there = lookedAfter(group)

  const putOut = (client: ApiClient, id: number, whom: number, by: User) =>
    client.delete(`/app/document/${id}/editors/${whom}`).loginAs(by)

  const rename = (client: ApiClient, id: number, by: User) =>
    client.put(`/app/document/${id}`).loginAs(by).json({ title: 'Resolutions' })

  test('are put out one by one: others go on, work is saved', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const mine = await there.stage.server.open(config)
    const theirs = await there.stage.server.open(await configOf(client, id, other))
    theirs.edit('Theirs, kept.')
    ;(await putOut(client, id, other.id, owner)).assertStatus(200)
    assert.deepEqual([mine.canEdit, theirs.canEdit], [true, false])
    assert.deepEqual((await documentOf(id)).editing, [{ id: owner.id, name: owner.nickname }])
    const entry = await DocumentLog.findByOrFail({ documentId: id, action: 'session_dropped' })
    assert.equal(entry.operatorId, owner.id)
    assert.deepEqual(entry.detail, { userIds: [other.id] })

    ;(await putOut(client, id, owner.id, owner)).assertStatus(200)
    await there.stage.server.settled()
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('are not found where they are not inside, or out of reach', async ({ client }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    ;(await putOut(client, id, owner.id, owner)).assertStatus(404)
    const editor = await there.stage.server.open(config)
    ;(await putOut(client, id, other.id, owner)).assertStatus(404)
    there.stage.gate.tell(other.id, nothing)
    ;(await putOut(client, id, owner.id, other)).assertStatus(404)
    await editor.close()
    ;(await putOut(client, id, owner.id, owner)).assertStatus(404)
  })

  test('are not put out while the document server is away or off', async ({ client }) => {
    const { id, owner } = await staged(client)
    there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    ;(await putOut(client, id, owner.id, owner)).assertStatus(503)
    there.stage.configure({ enabled: false })
    ;(await putOut(client, id, owner.id, owner)).assertStatus(400)
  })

  test('are shown another title, which it has also without them', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    const renamed = await rename(client, id, owner)
    renamed.assertBodyContains({ data: { title: 'Resolutions' } })
    await until(() => editor.messages.some(({ type }) => type === 'meta'))
    assert.deepInclude(editor.messages, { type: 'meta', messages: { title: 'Resolutions.docx' } })

    const alone = await staged(client)
    there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    ;(await rename(client, alone.id, alone.owner)).assertStatus(200)
    assert.equal((await documentOf(alone.id)).title, 'Resolutions')
  })
})
