import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { CommandService } from '../../../app/plugins/documents/editor/command_service.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentLoss from '../../../app/plugins/documents/models/document_loss.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  editorStage,
  layInTrash,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, loseWork, sweep } from '../../helpers/lost_saves.js'

const ABANDON = 'document:document:abandon'

test.group('Documents | work that cannot be saved', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    stage.configure({ sessionEndSeconds: 0.2 })
    return () => {
      stage.configure()
      delete stage.server.faults.saving
      forgetKept(stage)
    }
  })

  const abandon = (client: ApiClient, id: number, by: User) =>
    client.delete(`/app/document/${id}/unsaved-work`).loginAs(by)
  const remove = (client: ApiClient, id: number, by: User) =>
    client.delete(`/app/document/${id}`).loginAs(by)
  const entriesOf = (documentId: number) =>
    DocumentLog.query().where({ documentId, action: 'work_abandoned' })

  /** The document server fails to write it, however often. */
  async function stuck(client: ApiClient) {
    const made = await staged(client)
    stage.server.faults.saving = true
    for (let times = 0; times < 2; times++) {
      const editor = await stage.server.open(await configOf(client, made.id, made.owner))
      editor.edit('Never to be written.')
      await editor.close()
    }
    return { ...made, other: await makeOperator({ nickname: 'Ada' }) }
  }

  test('is given up deliberately: logged, told to whose it is, and the document goes on', async ({
    client,
    assert,
  }) => {
    const { id, owner, other } = await stuck(client)
    const refused = await remove(client, id, owner)
    refused.assertBodyContains({ code: 409, data: { reason: 'E_UNSAVED_WORK' } })
    assert.include(refused.body().message, 'unsaved-work')
    ;(await abandon(client, id, other)).assertStatus(200)
    const [entry, ...more] = await entriesOf(id)
    assert.lengthOf(more, 0)
    assert.equal(entry!.operatorId, other.id)
    assert.deepEqual(Object.keys(entry!.detail!), ['kept', 'keyId'])
    assert.equal(entry!.detail!.kept, 'nothing')
    const told = notices.toldTo(owner.id).at(-1)!
    assert.include(told.body, 'Ada')
    ;(await remove(client, id, owner)).assertStatus(200)
  })

  test('keeps no new session from beginning afterwards', async ({ client, assert }) => {
    const { id, owner, config, other } = await stuck(client)
    ;(await abandon(client, id, other)).assertStatus(200)
    delete stage.server.faults.saving
    const next = await configOf(client, id, owner)
    assert.notEqual(next.document.key, config.document.key)
    const editor = await stage.server.open(next)
    editor.edit('Anew.')
    assert.deepInclude(await editor.close(), { saved: true })
    assert.equal((await documentOf(id)).versionNo, 2)
  })

  test('is given up in the trash as well', async ({ client }) => {
    const { id, owner, other } = await stuck(client)
    await layInTrash(id)
    const forGood = () => client.delete(`/app/document/trash/${id}`).loginAs(owner)
    ;(await forGood()).assertStatus(409)
    ;(await abandon(client, id, other)).assertStatus(200)
    ;(await forGood()).assertStatus(200)
  })

  test('is saved first as far as it can be', async ({ client, assert }) => {
    stage.configure({ sessionEndSeconds: 6 })
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Left by a crash.')
    stage.server.crash()
    const room = stage.server.room(config.document.key)!
    room.forced = { changes: room.changes, started: false, ended: false }
    ;(await abandon(client, id, owner)).assertStatus(200)
    assert.lengthOf(await versionsOf(id), 2)
    assert.containsSubset((await entriesOf(id))[0]!.$attributes, { versionNo: 2 })
    assert.include(notices.toldTo(owner.id).at(-1)!.body, 'version 2')
  })

  test('is not given up where it is saved meanwhile', async ({ client, assert, cleanup }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Left by a crash.')
    stage.server.crash()
    const send = CommandService.prototype.send
    cleanup(() => void (CommandService.prototype.send = send))
    CommandService.prototype.send = async function (command, ...rest) {
      if (command === 'forcesave') {
        CommandService.prototype.send = send
        await (await stage.server.open(config)).close()
      }
      return send.call(this, command, ...rest)
    }
    const refused = await abandon(client, id, owner)
    refused.assertBodyContains({ code: 409, data: { reason: 'E_CONFLICT' } })
    assert.lengthOf(await versionsOf(id), 2)
    assert.isEmpty(await entriesOf(id))
    const [key] = await DocumentKey.query().where('editorKey', config.document.key)
    assert.containsSubset(key!.$attributes, { state: 'final', abandonedAt: null, goneAt: null })
    assert.notInclude(
      notices
        .toldTo(owner.id)
        .map(({ body }) => body)
        .join(),
      'gave up'
    )
  })

  test('is kept as a file where it is damaged', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    stage.server.store.forget(config.document.key, 'docx', Buffer.from('no package at all'))
    ;(await remove(client, id, owner)).assertStatus(409)
    ;(await abandon(client, id, owner)).assertStatus(200)
    const [entry] = await entriesOf(id)
    assert.isNumber(entry!.fileId)
    ;(await remove(client, id, owner)).assertStatus(200)
    ;(await client.delete(`/app/document/trash/${id}`).loginAs(owner)).assertStatus(200)
  })

  test('is not cared for any more, where it lay in two places', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    await loseWork(stage, config, { settingsThen: { sessionEndSeconds: 0.2 } })
    const editor = await stage.server.open(config)
    editor.edit('Left by a crash.')
    stage.server.crash()
    await sweep()
    assert.lengthOf(await DocumentLoss.query().where('documentId', id), 1)
    ;(await abandon(client, id, owner)).assertStatus(200)
    assert.isNumber((await entriesOf(id))[0]!.fileId)
    assert.isEmpty(await DocumentLoss.query().where('documentId', id))
    ;(await remove(client, id, owner)).assertStatus(200)
  })

  test('is given up by nobody without the permission, or out of reach', async ({ client }) => {
    const { id, owner, other } = await stuck(client)
    stage.gate.tell(other.id, null, ABANDON)
    ;(await abandon(client, id, other)).assertStatus(403)
    ;(await client.delete(`/app/document/${id}/unsaved-work`)).assertStatus(401)
    ;(await abandon(client, 2_000_000_000, owner)).assertStatus(404)
    ;(await remove(client, id, owner)).assertStatus(409)
  })

  test('is none while somebody is inside, or where all is saved', async ({ client }) => {
    const { id, owner, config } = await staged(client)
    ;(await abandon(client, id, owner)).assertStatus(404)
    const editor = await stage.server.open(config)
    const refused = await abandon(client, id, owner)
    refused.assertBodyContains({ code: 409, data: { reason: 'E_BEING_EDITED' } })
    await editor.close()
    ;(await abandon(client, id, owner)).assertStatus(404)
  })

  test('stays while the document server is away', async ({ client, assert }) => {
    const { id, owner, config } = await stuck(client)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    ;(await abandon(client, id, owner)).assertStatus(503)
    stage.configure({ enabled: false })
    ;(await abandon(client, id, owner)).assertStatus(400)
    assert.equal((await documentOf(id)).editorKey, config.document.key)
  })
})
