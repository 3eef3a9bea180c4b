import { test } from '@japa/runner'
import {
  configOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { fetched } from '../../helpers/download.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { historyPreview } from '../../fakes/document_server/history_preview.js'

test.group('Documents | forced saves by command', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => stage.configure())

  test('wait for the save and answer its version', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('On demand.')
    const forced = await client.post(`/app/document/${id}/force-save`).loginAs(owner)
    forced.assertStatus(200)
    forced.assertBodyContains({ data: { no: 2, kind: 'forced_save', current: true } })
    assert.lengthOf(await versionsOf(id), 2)

    const unchanged = await client.post(`/app/document/${id}/force-save`).loginAs(owner)
    unchanged.assertBodyContains({ data: { no: 2 } })
    await editor.close()
  })

  test('say that nobody edits', async ({ client }) => {
    const { id, owner } = await staged(client)
    const refused = await client.post(`/app/document/${id}/force-save`).loginAs(owner)
    refused.assertStatus(409)
    refused.assertBodyContains({ data: { reason: 'E_NOT_EDITED' } })
  })

  test('give up when the save does not come in time, or fails over there', async ({ client }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Slow.')
    stage.configure({ forceSaveSeconds: 0.05, downloadSeconds: 0.5 })
    stage.server.faults.output = 'hanging'
    ;(await client.post(`/app/document/${id}/force-save`).loginAs(owner)).assertStatus(503)
    await stage.server.log.waitFor(
      (event) => event.kind === 'download' && event.fault === 'hanging'
    )
    delete stage.server.faults.output
    await stage.server.settled()
    stage.configure()
    stage.server.faults.saving = true
    ;(await client.post(`/app/document/${id}/force-save`).loginAs(owner)).assertStatus(503)
    delete stage.server.faults.saving
    await editor.close()
  })

  test('answer 503 when the document server is away or has another secret', async ({ client }) => {
    const { id, owner } = await staged(client)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    ;(await client.post(`/app/document/${id}/force-save`).loginAs(owner)).assertStatus(503)
    stage.configure({ enabled: false })
    ;(await client.post(`/app/document/${id}/force-save`).loginAs(owner)).assertStatus(400)
  })
})

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
