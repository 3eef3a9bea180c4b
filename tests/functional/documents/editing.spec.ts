import { test } from '@japa/runner'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import {
  actionsOf,
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { download } from '../../helpers/download.js'
import { makeOperator } from '../../helpers/accounts.js'
import { wordBytes } from '../../helpers/packages.js'

test.group('Documents | an editing session', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('save what was edited as a version by its author, under a new key', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    assert.isTrue(editor.canEdit)
    editor.edit('Decided.')
    const delivered = await editor.close()
    assert.containsSubset(delivered, { status: 2, saved: true, attempts: 1 })
    assert.deepEqual(JSON.parse(delivered!.reply!.body), {
      error: 0,
      code: 200,
      message: 'Saved as a new version',
      data: { outcome: 'version', versionNo: 2 },
    })

    const row = (await client.get(`/app/document/${id}`).loginAs(owner)).body().data
    assert.containsSubset(row, { versionNo: 2, editing: [] })
    const content = await download(client, `/app/document/${id}/versions/2/content`)
    assert.include(documentTexts(content.bytes, 'docx'), 'Decided.')
    const [, version] = await versionsOf(id)
    assert.containsSubset(version!.$attributes, { kind: 'save', authorId: owner.id })
    assert.notEqual((await documentOf(id)).sessionKey, config.document.key)
    assert.deepEqual(await actionsOf(id), ['editing_started', 'saved'])
  })

  test('open again under the new key with the new content', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const first = await stage.server.open(config)
    first.edit('One.')
    await first.close()
    const second = await stage.server.open(await configOf(client, id, owner))
    assert.isTrue(second.canEdit)
    assert.include(second.texts, 'One.')
    second.edit('Two.')
    await second.close()
    assert.lengthOf(await versionsOf(id), 3)
    const stale = await stage.server.open(config)
    assert.isFalse(stale.canEdit)
    await stale.close()
    assert.lengthOf(await versionsOf(id), 3)
  })

  test('keep the key and make no version when nothing was changed', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const editor = await stage.server.open(config)
    assert.containsSubset(await editor.close(), { status: 4, saved: true })
    assert.lengthOf(await versionsOf(id), 1)
    assert.equal((await documentOf(id)).sessionKey, config.document.key)
    assert.deepEqual(await actionsOf(id), ['editing_started', 'editing_ended'])
  })

  test('make one version of a forced save and the final one that brings the same', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Half done.')
    assert.containsSubset(await editor.forceSave(), {
      code: 0,
      delivered: { status: 6, saved: true },
    })
    const between = await documentOf(id)
    assert.equal(between.versionNo, 2)
    assert.equal(between.sessionKey, config.document.key)
    assert.lengthOf(between.editing, 1)

    const closed = await editor.close()
    assert.containsSubset(closed, { status: 2, saved: true, payload: { notmodified: true } })
    const after = await documentOf(id)
    assert.equal(after.versionNo, 2)
    assert.notEqual(after.sessionKey, config.document.key)
    assert.deepEqual(await actionsOf(id), ['editing_started', 'saved', 'save_unchanged'])
    const [, version] = await versionsOf(id)
    assert.equal(version!.kind, 'forced_save')
  })

  test('save once more after a forced save when more was changed', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('One.')
    await editor.forceSave()
    editor.edit('Two.')
    await editor.close()
    const kinds = (await versionsOf(id)).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['blank', 'forced_save', 'save'])
  })

  test('show who edits, until the last has left', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const editing = async () =>
      (await client.get(`/app/document/${id}`).loginAs(owner)).body().data.editing
    const one = await stage.server.open(config)
    assert.deepEqual(await editing(), [{ id: owner.id, name: owner.nickname }])

    const two = await stage.server.open(await configOf(client, id, other))
    assert.sameMembers(
      (await editing()).map((person: { id: number }) => person.id),
      [owner.id, other.id]
    )
    const listed = await client.get('/app/document').loginAs(owner).qs({ editing: 'true' })
    assert.include(
      listed.body().data.items.map((row: { id: number }) => row.id),
      id
    )

    await one.close()
    assert.deepEqual(await editing(), [{ id: other.id, name: other.nickname }])
    await two.close()
    assert.deepEqual(await editing(), [])
  })

  test('put a version down to whoever saved it', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const other = await makeOperator()
    const one = await stage.server.open(config)
    const two = await stage.server.open(await configOf(client, id, other))
    two.edit('By the other.')
    await one.close()
    await two.close()
    const [, version] = await versionsOf(id)
    assert.equal(version!.authorId, other.id)
  })

  test('put a version down to whoever changed last, not to whoever left last', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const url = stage.server.offer(wordBytes('By the other.'), 'docx', config.document.key)
    const actions = [{ type: 0, userid: String(owner.id) }]
    const payload = { key: config.document.key, status: 2, url, users: [String(other.id)], actions }
    await stage.server.sendCallback({ callbackUrl: config.editorConfig.callbackUrl!, payload })
    const [, version] = await versionsOf(id)
    assert.equal(version!.authorId, other.id)
  })

  test('leave with the document server what it could not write, under the same key', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Not lost.')
    stage.server.faults.saving = true
    assert.containsSubset((await editor.forceSave()).delivered, { status: 7, saved: true })
    const failed = await editor.close()
    assert.containsSubset(failed, { status: 3, saved: false, reply: { status: 200 } })
    assert.containsSubset(JSON.parse(failed!.reply!.body), { error: 1, code: 200, data: null })
    delete stage.server.faults.saving

    assert.deepEqual(await actionsOf(id), ['editing_started', 'forced_save_failed', 'save_failed'])
    assert.lengthOf(await versionsOf(id), 1)
    const document = await documentOf(id)
    assert.containsSubset(document.$attributes, { sessionKey: config.document.key, editing: [] })

    const again = await stage.server.open(await configOf(client, id, owner))
    assert.include(again.texts, 'Not lost.')
    assert.containsSubset(await again.close(), { status: 2, saved: true })
    assert.equal((await documentOf(id)).versionNo, 2)
  })

  test('save a session whose document was deleted meanwhile', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Too late?')
    const refused = await client.delete(`/app/document/${id}`).loginAs(owner)
    refused.assertStatus(409)
    refused.assertBodyContains({ data: { reason: 'E_BEING_EDITED' } })
    assert.include(refused.body().message, owner.nickname)

    const dropped = await client.delete(`/app/document/${id}`).loginAs(owner).qs({ drop: 'true' })
    dropped.assertStatus(200)
    await stage.server.settled()
    assert.lengthOf(await versionsOf(id), 2)
    ;(await client.get(`/app/document/${id}`).loginAs(owner)).assertStatus(404)
  })

  test('refuse to restore while somebody edits, or end their session first', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Mine.')
    const restore = (drop: string) =>
      client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner).qs({ drop })
    ;(await restore('false')).assertStatus(409)
    const restored = await restore('true')
    restored.assertBodyContains({ data: { no: 3, kind: 'restored', restoredFrom: 1 } })
    assert.deepEqual(
      (await versionsOf(id)).map(({ kind }) => kind),
      ['blank', 'save', 'restored']
    )
  })
})
