import { test } from '@japa/runner'
import {
  actionsOf,
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { nextSession, toldSession } from '../../helpers/told_saves.js'

test.group('Documents | a forced save without changes', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('is no version, and closing after it takes nothing back', async ({ client, assert }) => {
    const session = await toldSession(client, stage)
    const { id, owner } = session
    const by = [owner.id]
    await session.save({ text: 'As it was', by }).send()
    const { config, save } = await nextSession(client, stage, session)
    const editor = await stage.server.open(config)
    const pressed = { forcesavetype: 1, users: [String(owner.id)] }
    const sent = await save({ status: 6, text: 'As it was', more: pressed }).send()
    assert.include(sent.reply!.body, '"outcome":"unchanged","versionNo":2')
    assert.containsSubset(await editor.close(), { status: 4 })
    assert.lengthOf(await versionsOf(id), 2)
    assert.equal((await documentOf(id)).editorKey, config.document.key)
    assert.notInclude(await actionsOf(id), 'closed_unsaved')
    assert.lengthOf(notices.heard, 0)
  })
})
