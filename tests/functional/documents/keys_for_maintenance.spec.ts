import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'

test.group('Documents | editor keys renewed where nothing was restored', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    stage.configure({ sessionEndSeconds: 10 })
    return () => stage.close()
  })

  const renew = (id: number, ...options: string[]) =>
    ace.exec('editor:renew-keys', [`--documents=${id}`, '--drop', ...options])
  const maintain = (id: number) => renew(id, '--reason=maintenance')
  const toldTo = (userId: number) =>
    notices.toldTo(userId).filter(({ title }) => title.includes('may be missing'))

  test('tell nobody whose work the drop has saved, whatever the reason', async ({
    client,
    assert,
  }) => {
    for (const options of [[], ['--reason=maintenance']]) {
      const { id, owner, config } = await staged(client)
      const editor = await stage.server.open(config)
      editor.edit('Saved by the drop.')
      assert.equal((await renew(id, ...options)).exitCode, 0)
      await stage.server.settled()
      assert.lengthOf(await versionsOf(id), 2)
      assert.lengthOf(toldTo(owner.id), 0)
    }
  })

  test('tell nobody who looked in and left, and say why in the log', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    await editor.close()
    await stage.server.settled()
    assert.equal((await maintain(id)).exitCode, 0)
    assert.notEqual((await documentOf(id)).editorKey, config.document.key)
    assert.lengthOf(toldTo(owner.id), 0)
    const { detail } = await DocumentLog.findByOrFail({ documentId: id, action: 'key_renewed' })
    assert.include(String(detail!.reason), 'maintenance')
  })

  test('tell nobody who is inside and has changed nothing', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const other = await makeOperator()
    await stage.server.open(await configOf(client, id, other))
    assert.equal((await maintain(id)).exitCode, 0)
    await stage.server.settled()
    for (const user of [owner, other]) assert.lengthOf(toldTo(user.id), 0)
  })

  test('are refused for a reason that there is not', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    assert.equal((await renew(id, '--reason=secret')).exitCode, 1)
    assert.equal((await documentOf(id)).editorKey, config.document.key)
  })
})
