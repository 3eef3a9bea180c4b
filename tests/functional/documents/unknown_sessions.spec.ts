import ace from '@adonisjs/core/services/ace'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import {
  actionsOf,
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, lose, sweep } from '../../helpers/lost_saves.js'

test.group('Documents | sessions that a restored backup does not know', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => forgetKept(stage))

  /** Somebody is inside under a key that was given after the backup, which is restored then. */
  async function restored(client: ApiClient, writer: (owner: User) => Promise<User> | User) {
    const { id, owner, config } = await staged(client)
    const backup = await db.from('documents').where({ id }).firstOrFail()
    const first = await stage.server.open(config)
    first.edit('Saved after the backup.')
    await first.close()
    const person = await writer(owner)
    const opened = await configOf(client, id, person)
    const editor = await stage.server.open(opened)
    editor.edit('Written after the backup.')
    for (const part of ['document_openings', 'document_saves', 'document_logs'])
      await db.from(part).where({ document_id: id }).delete()
    const { editor_key, version_no, last_version_no, file_id } = backup
    const state = { editor_key, version_no, last_version_no, file_id }
    await db
      .from('documents')
      .where({ id })
      .update({ ...state, latest_file_id: backup.latest_file_id })
    await db.from('document_versions').where({ document_id: id }).where('no', '>', 1).delete()
    await db.from('document_keys').where({ document_id: id }).whereNot({ editor_key }).delete()
    const before = { state: 'open', ended_at: null, settled_at: null, gone_at: null }
    await db.from('document_keys').where({ document_id: id }).update(before)
    assertRenewed((await ace.exec('editor:renew-keys', [`--documents=${id}`])).exitCode)
    return { id, owner, person, editor, opened, key: opened.document.key }
  }

  function assertRenewed(exitCode: number | undefined) {
    if (exitCode !== 0) throw new Error('the key was not renewed')
  }

  test('keep what still comes of them beside the document, and tell whose it is', async ({
    client,
    assert,
  }) => {
    const { id, owner, person, editor, key } = await restored(client, () => makeOperator())
    const before = await documentOf(id)
    const told = notices.toldTo(owner.id).length
    assert.containsSubset(await editor.close(), { saved: true, reply: { status: 200 } })
    const [, version, ...more] = await versionsOf(id)
    assert.lengthOf(more, 0)
    assert.containsSubset(version!.$attributes, { kind: 'late', beside: true, authorId: person.id })
    const content = await download(client, `/app/document/${id}/versions/2/content`)
    assert.include(documentTexts(content.bytes, 'docx'), 'Written after the backup.')
    const { editorKey, versionNo } = await documentOf(id)
    assert.deepEqual({ editorKey, versionNo }, { editorKey: before.editorKey, versionNo: 1 })

    const [notice, ...others] = notices.toldTo(person.id)
    assert.lengthOf(others, 0)
    assert.include(notice!.body, 'version 2')
    assert.lengthOf(notices.toldTo(owner.id), told)
    assert.include(await actionsOf(id), 'session_unknown')
    const log = await DocumentLog.findByOrFail({ documentId: id, action: 'session_unknown' })
    assert.equal(log.operatorId, person.id)
    assert.notInclude(stage.server.store.forgottenKeys(), key)
  })

  test('bring back what could not be delivered once they have been heard of', async ({
    client,
    assert,
  }) => {
    const { id, person, editor, opened } = await restored(client, () => makeOperator())
    const window = await stage.server.open(opened)
    await window.close()
    await lose(stage, editor)
    assert.containsSubset(await sweep(), { recovered: 1, foreign: 0 })
    const version = (await versionsOf(id)).at(-1)!
    assert.containsSubset(version.$attributes, { kind: 'recovered', beside: true })
    assert.isAbove(notices.toldTo(person.id).length, 0)
  })

  test('take nothing for a document that has the id of another', async ({ client, assert }) => {
    const { id, editor } = await restored(client, (owner) => owner)
    await db.from('documents').where({ id }).update({ created_at: '2999-01-01 00:00:00.000' })
    assert.containsSubset(await editor.close(), { saved: false, reply: { status: 404 } })
    assert.lengthOf(await versionsOf(id), 1)
  })
})
