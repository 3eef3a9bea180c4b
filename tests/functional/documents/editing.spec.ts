import { test } from '@japa/runner'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import { actionsOf, configOf, documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { answerOf, placesOf, toldSession } from '../../helpers/told_saves.js'

test.group('Documents | an editing session', (group) => {
  const there = lookedAfter(group)

  test('save what was edited as a version, under a new key', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    assert.isTrue(editor.canEdit)
    editor.edit('Decided.')
    const delivered = await editor.close()
    assert.containsSubset(delivered, { status: 2, saved: true, attempts: 1 })
    const data = { outcome: 'version', versionNo: 2 }
    const body = { error: 0, code: 200, message: 'Saved as a new version', data }
    assert.deepEqual(answerOf(delivered!), { status: 200, body })

    const row = (await client.get(`/app/document/${id}`).loginAs(owner)).body().data
    assert.containsSubset(row, { versionNo: 2, editing: [] })
    const content = await download(client, `/app/document/${id}/versions/2/content`)
    assert.include(documentTexts(content.bytes, 'docx'), 'Decided.')
    const [, version] = await versionsOf(id)
    const sessionKey = config.document.key
    assert.containsSubset(version, { kind: 'save', authorId: owner.id, contributors: [owner.id] })
    assert.containsSubset(version, { sessionKey, baseVersionNo: 1, placement: 'current' })
    assert.notEqual((await documentOf(id)).sessionKey, sessionKey)
    assert.deepEqual(await actionsOf(id), ['editing_started', 'saved'])
    assert.isEmpty(there.notices.heard)
  })

  test('open again under the new key alone, with what was saved', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const first = await there.stage.server.open(config)
    first.edit('One.')
    await first.close()
    const second = await there.stage.server.open(await configOf(client, id, owner))
    assert.isTrue(second.canEdit)
    assert.include(second.texts, 'One.')
    second.edit('Two.')
    await second.close()
    assert.lengthOf(await versionsOf(id), 3)
    const stale = await there.stage.server.open(config)
    assert.isFalse(stale.canEdit)
  })

  test('keep the key and make no version when nothing was changed', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    assert.containsSubset(await editor.close(), { status: 4, saved: true })
    assert.lengthOf(await versionsOf(id), 1)
    assert.equal((await documentOf(id)).sessionKey, config.document.key)
    assert.deepEqual(await actionsOf(id), ['editing_started', 'editing_ended'])
  })

  test('make one version of a forced and an equal final save', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    editor.edit('Half done.')
    await editor.forceSave()
    const between = await documentOf(id)
    assert.containsSubset(between, { versionNo: 2, sessionKey: config.document.key })
    assert.lengthOf(between.editing, 1)

    const closed = await editor.close()
    assert.containsSubset(closed, { status: 2, saved: true, payload: { notmodified: true } })
    assert.deepEqual(answerOf(closed!).body.data, { outcome: 'unchanged', versionNo: 2 })
    assert.notEqual((await documentOf(id)).sessionKey, config.document.key)
    assert.deepEqual(await placesOf(id), ['forced_save current'])
    assert.deepEqual(await actionsOf(id), ['editing_started', 'saved', 'save_unchanged'])
  })

  test('show who edits, until the last has left', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const editing = async () => {
      const row = (await client.get(`/app/document/${id}`).loginAs(owner)).body().data
      return row.editing.map((person: { id: number }) => person.id)
    }
    const one = await there.stage.server.open(config)
    assert.deepEqual(await editing(), [owner.id])
    const two = await there.stage.server.open(await configOf(client, id, other))
    assert.sameMembers(await editing(), [owner.id, other.id])
    const listed = await client.get('/app/document').loginAs(owner).qs({ editing: 'true' })
    const ids = listed.body().data.items.map((row: { id: number }) => row.id)
    assert.include(ids, id)
    await one.close()
    assert.deepEqual(await editing(), [other.id])
    await two.close()
    assert.deepEqual(await editing(), [])
  })

  test('name who changed last as the author, and not who left last', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const one = await there.stage.server.open(config)
    const two = await there.stage.server.open(await configOf(client, id, other))
    one.edit('By the owner.')
    two.edit('By the other.')
    await two.close()
    await one.close()
    const [, version] = await versionsOf(id)
    assert.equal(version!.authorId, other.id)
    assert.sameMembers(version!.contributors, [owner.id, other.id])
  })

  test('name nobody as author or contributor who was never let in', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, there.stage)
    const { id: stranger } = await makeOperator()
    await save({ by: [owner.id, stranger] }).send()
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { authorId: null, authorName: 'Unknown', placement: 'current' })
    assert.deepEqual(version!.contributors, [owner.id])
  })
})
