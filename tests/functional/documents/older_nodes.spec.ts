import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { OlderOpenings } from '../../../app/plugins/documents/live/older_openings.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

test.group('Documents | people whom a node of an older release has let in', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  /** It notes nothing of its own, and hears of the joining. */
  async function inside(client: ApiClient) {
    const made = await staged(client)
    const { key: editorKey } = made.config.document
    const editor = await stage.server.open(made.config)
    editor.edit('By somebody inside.')
    await DocumentOpening.query().where({ editorKey }).delete()
    await DocumentKey.query().where({ editorKey }).update({ openedAt: null, heardAt: null })
    const openings = () => DocumentOpening.query().where({ editorKey })
    return { ...made, editorKey, editor, openings }
  }

  test('keep the document from {name}')
    .with([
      { name: 'deletion', act: (client: ApiClient, path: string) => client.delete(path) },
      {
        name: 'restoring',
        act: (client: ApiClient, path: string) => client.post(`${path}/versions/1/restore`),
      },
    ])
    .run(async ({ client }, { act }) => {
      const { id, owner, editor } = await inside(client)
      const answer = await act(client, `/app/document/${id}`).loginAs(owner)
      answer.assertStatus(409)
      answer.assertBodyContains({ data: { reason: 'E_BEING_EDITED' } })
      await editor.close()
    })

  test('are noted as inside once they are there', async ({ client, assert }) => {
    const { owner, editorKey, editor, openings } = await inside(client)
    const older = await app.container.make(OlderOpenings)
    await older.handle()
    await older.handle()
    const [opening, ...more] = await openings()
    assert.isEmpty(more)
    assert.equal(opening!.userId, owner.id)
    assert.isNotNull(opening!.joinedAt)
    assert.isNotNull((await DocumentKey.findByOrFail({ editorKey })).openedAt)
    await editor.close()
  })

  test('are noted once they are named when somebody else comes', async ({ client, assert }) => {
    const { id, owner, editorKey, editor, openings } = await inside(client)
    await DocumentKey.query().where({ editorKey }).update({ openedAt: null })
    const other = await stage.server.open(await configOf(client, id, await makeOperator()))
    const theirs = (await openings()).filter(({ userId }) => userId === owner.id)
    assert.lengthOf(theirs, 1)
    assert.isNotNull(theirs[0]!.joinedAt)
    await other.close()
    await editor.close()
  })
})
