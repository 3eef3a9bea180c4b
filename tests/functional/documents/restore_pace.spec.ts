import { test } from '@japa/runner'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'

test.group('Documents | restoring without end', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('is slowed down, and makes no versions then', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const restore = () => client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner)
    for (let time = 0; time < 30; time++) (await restore()).assertStatus(200)
    const refused = await restore()
    refused.assertStatus(429)
    assert.isAtLeast(Number(refused.header('retry-after')), 1)
    assert.lengthOf(await versionsOf(id), 31)
  })
})
