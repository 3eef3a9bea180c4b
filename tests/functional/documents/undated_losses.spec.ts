import { test } from '@japa/runner'
import {
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
  goingOn,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { lose, sweep } from '../../helpers/lost_saves.js'

test.group('Documents | lost saves of which nothing tells the age', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    stage.server.faults.undated = true
    return () => {
      delete stage.server.faults.undated
    }
  })

  test('lie beside newer work of their session, and are told', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const first = await stage.server.open(config)
    first.edit('First.')
    await lose(stage, first)
    const second = await stage.server.open(await goingOn(stage, client, id, owner))
    second.edit('Second.')
    await second.forceSave()
    stage.server.crash()
    stage.server.room(config.document.key)!.remove()

    assert.containsSubset(await sweep(), { recovered: 1 })
    const places = (await versionsOf(id)).map(({ beside }) => beside)
    assert.deepEqual(places, [false, false, true])
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.match(notices.toldTo(owner.id)[0]!.body, /version 3, beside the present version 2/)
  })

  test('become present where their session has nothing newer', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Alone.')
    await lose(stage, editor)
    assert.containsSubset(await sweep(), { recovered: 1 })
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.lengthOf(notices.toldTo(owner.id), 1)
  })
})
