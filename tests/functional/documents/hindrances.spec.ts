import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import {
  editorStage,
  layInTrash,
  ownerOfRows,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'

test.group('Documents | what keeps documents from being deleted', (group) => {
  let stage: EditorStage
  let user: User
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async () => {
    user = await ownerOfRows(stage, { nickname: 'Bea' })
    stage.configure({ sessionEndSeconds: 0.1 })
    return () => {
      stage.configure()
      delete stage.server.faults.saving
    }
  })

  /** Left behind by a crash. */
  async function unsaved(client: ApiClient): Promise<number> {
    const { id, config } = await staged(client, user)
    const editor = await stage.server.open(config)
    editor.edit('Not saved.')
    stage.server.crash()
    return id
  }

  async function edited(client: ApiClient) {
    const { id, config } = await staged(client, user)
    const editor = await stage.server.open(config)
    return { id, editor }
  }

  const remove = (client: ApiClient, ids: number[], drop = false) =>
    client
      .delete('/app/document')
      .loginAs(user)
      .qs({ ids: String(ids), drop })

  test('is named for each of several, with what helps', async ({ client, assert }) => {
    const [left, { id: inside }] = [await unsaved(client), await edited(client)]
    const refused = await remove(client, [left, inside])
    refused.assertStatus(409)
    const { message, data } = refused.body()
    assert.equal(data.reason, 'E_BEING_EDITED')
    assert.include(message, 'None was deleted')
    const about = (id: number) =>
      data.errors.find((one: { message: string }) => one.message.startsWith(`${id} `))
    assert.equal(about(inside).rule, 'E_BEING_EDITED')
    assert.include(about(inside).message, 'drop=true')
    assert.equal(about(left).rule, 'E_UNSAVED_WORK')
    assert.notInclude(about(left).message, 'drop=true')
    assert.include(about(left).message, 'open the document once')
  })

  test('is unsaved work where nobody is inside any of them', async ({ client, assert }) => {
    const ids = [await unsaved(client), await unsaved(client)]
    for (const drop of [false, true]) {
      const refused = await remove(client, ids, drop)
      refused.assertStatus(409)
      refused.assertBodyContains({ data: { reason: 'E_UNSAVED_WORK' } })
      assert.notInclude(refused.body().message, 'drop=true')
    }
  })

  test('is not to be mended by drop=true where that was asked for', async ({ client, assert }) => {
    const both = [await edited(client), await edited(client)]
    for (const { editor } of both) {
      editor.obeys = false
      editor.edit('Never to be written.')
    }
    stage.server.faults.saving = true
    const ids = both.map(({ id }) => id)
    const refused = await remove(client, ids, true)
    refused.assertStatus(409)
    assert.notInclude(JSON.stringify(refused.body()), 'drop=true')
    assert.include(refused.body().message, 'told to leave')
  })

  test('is told in the trash with what is possible there', async ({ client, assert }) => {
    const [left, { id: inside }] = [await unsaved(client), await edited(client)]
    await layInTrash(left, inside)
    const refused = await client.delete(`/app/document/trash/${left}`).loginAs(user)
    refused.assertBodyContains({ code: 409, data: { reason: 'E_UNSAVED_WORK' } })
    assert.include(refused.body().message, 'take the document out of the trash')

    const emptied = await client.delete('/app/document/trash').loginAs(user)
    const reasonOf = (id: number) =>
      emptied.body().data.kept.find((one: { id: number }) => one.id === id).reason
    assert.include(reasonOf(left), 'take the document out of the trash')
    assert.include(reasonOf(inside), 'remove it by itself with drop=true')
  })
})
