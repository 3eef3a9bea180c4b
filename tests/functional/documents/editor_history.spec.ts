import { test } from '@japa/runner'
import { configOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { fetched } from '../../helpers/download.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { historyPreview } from '../../fakes/document_server/history_preview.js'

test.group('Documents | history for the editor', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('answer in the shapes of refreshHistory and setHistoryData', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    for (const text of ['First.', 'Second.']) {
      const editor = await stage.server.open(await configOf(client, id, owner))
      editor.edit(text)
      await editor.close()
    }
    const list = await client.get(`/app/document/${id}/history`).loginAs(owner)
    list.assertStatus(200)
    const { currentVersion, history } = list.body().data
    assert.equal(currentVersion, 3)
    assert.deepEqual(
      history.map(({ version }: { version: number }) => version),
      [1, 2, 3]
    )
    assert.containsSubset(history[2], {
      user: { id: String(owner.id), name: owner.nickname },
      serverVersion: '9.3.1',
    })
    assert.match(history[2].created, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.equal(history[2].changes[0].user.id, String(owner.id))
    assert.lengthOf(new Set(history.map(({ key }: { key: string }) => key)), 3)
    assert.notInclude(
      history.map(({ key }: { key: string }) => key),
      config.document.key
    )

    const shown = await client.get(`/app/document/${id}/history/2`).loginAs(owner)
    const { data } = shown.body()
    const preview = await historyPreview(stage.server, data)
    assert.include(preview.texts, 'First.')
    assert.notInclude(preview.texts, 'Second.')
    assert.equal(data.key, history[1].key)
    assert.equal(data.previous.key, history[0].key)

    const changes = await fetched(data.changesUrl)
    assert.equal(changes.status, 200)
    assert.equal(changes.headers.get('content-type'), 'application/zip')
    const before = await fetched(data.previous.url)
    assert.notInclude(documentTexts(before.bytes, 'docx'), 'First.')
    ;(await client.get(`/app/document/${id}/history/9`).loginAs(owner)).assertStatus(404)
  })

  test('name no changes for a version that came without', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const { data } = (await client.get(`/app/document/${id}/history/1`).loginAs(owner)).body()
    assert.isUndefined(data.changesUrl)
    assert.isUndefined(data.previous)
  })
})
