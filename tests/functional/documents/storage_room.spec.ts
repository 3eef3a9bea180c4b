import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { StoredFile, type FilesConfig } from '#plugins/files/main'
import { actAsSystem } from '#kernel/operator/acting'
import { ConversionRunner } from '../../../app/plugins/documents/conversion/conversion_runner.js'
import { makeOperator } from '../../helpers/accounts.js'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'

const config = () => app.config.get<FilesConfig>('files')
const BLANK = { fileType: 'docx', title: 'Minutes' }

test.group('Documents | room of one person', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    const { storagePerUser } = config()
    return () => void Object.assign(config(), { storagePerUser })
  })

  const fill = () => void Object.assign(config(), { storagePerUser: 1 })
  const filesOf = (ownerId: number) =>
    actAsSystem('test', () => StoredFile.query().where({ ownerId }))

  async function madeTemplate(client: ApiClient) {
    const made = await client
      .post('/app/document/templates')
      .loginAs(await makeOperator())
      .field('title', 'Letter')
      .file('file', wordBytes('Dear'), { filename: 'letter.docx' })
    made.assertStatus(200)
    return { templateId: made.body().data.id, title: 'Letter' }
  }

  test('is asked for before a document is made of nothing or of a template', async ({
    client,
    assert,
  }) => {
    const user = await makeOperator()
    const template = await madeTemplate(client)
    fill()
    for (const body of [BLANK, template]) {
      const refused = await client.post('/app/document').loginAs(user).json(body)
      refused.assertStatus(413)
      refused.assertBodyContains({ data: { reason: 'E_STORAGE_FULL' } })
    }
    assert.isEmpty(await filesOf(user.id))
  })

  test('is asked for before anything is fetched for a copy or a conversion', async ({
    client,
    assert,
  }) => {
    const { id } = await staged(client)
    const user = await makeOperator()
    const url = stage.server.offer(wordBytes('A copy'), 'docx')
    const path = `/app/document/${id}`
    stage.server.log.clear()
    Object.assign(config(), { storagePerUser: 0 })
    const copy = { url, fileType: 'docx', title: 'A copy.docx' }
    await client.post(`${path}/save-as`).loginAs(user).json(copy)
    ;(await client.post(`${path}/convert`).loginAs(user).json({ to: 'pdf' })).assertStatus(200)
    await (await app.container.make(ConversionRunner)).idle()
    assert.isEmpty(stage.server.log.of('download'))
    assert.isEmpty(stage.server.log.of('content'))
  })

  test('bounds what is fetched for a copy or a conversion', async ({ client, assert, cleanup }) => {
    const { id } = await staged(client)
    const user = await makeOperator()
    cleanup(() => void delete stage.server.faults.output)
    const url = stage.server.offer(wordBytes('A copy'), 'docx')
    Object.assign(config(), { storagePerUser: 64 * 1024 })
    stage.server.faults.output = 'tooLarge'
    const path = `/app/document/${id}`
    const copy = { url, fileType: 'docx', title: 'A copy.docx' }
    const refused = await client.post(`${path}/save-as`).loginAs(user).json(copy)
    refused.assertBodyContains({ code: 413, data: { reason: 'E_STORAGE_FULL' } })
    const begun = await client.post(`${path}/convert`).loginAs(user).json({ to: 'pdf' })
    await (await app.container.make(ConversionRunner)).idle()
    const ended = await client.get(`${path}/conversions/${begun.body().data.id}`).loginAs(user)
    assert.containsSubset(ended.body().data, { state: 'failed', reason: 'E_STORAGE_FULL' })
  })

  test('is asked for before a copy is kept', async ({ client, assert }) => {
    const { id } = await staged(client)
    const user = await makeOperator()
    const url = stage.server.offer(wordBytes('A copy'), 'docx')
    fill()
    const copy = { url, fileType: 'docx', title: 'A copy.docx' }
    const refused = await client.post(`/app/document/${id}/save-as`).loginAs(user).json(copy)
    refused.assertStatus(413)
    refused.assertBodyContains({ data: { reason: 'E_STORAGE_FULL' } })
    assert.isEmpty(await filesOf(user.id))
  })

  test('is asked for before a conversion is kept as a {$self}')
    .with(['download', 'file', 'document'])
    .run(async ({ client, assert }, as) => {
      const { id } = await staged(client)
      const user = await makeOperator()
      fill()
      const path = `/app/document/${id}`
      const wish = { to: 'pdf', as }
      const begun = await client.post(`${path}/convert`).loginAs(user).json(wish)
      await (await app.container.make(ConversionRunner)).idle()
      const { id: cid } = begun.body().data
      const ended = await client.get(`${path}/conversions/${cid}`).loginAs(user)
      assert.containsSubset(ended.body().data, { state: 'failed', reason: 'E_STORAGE_FULL' })
      assert.isEmpty(await filesOf(user.id))
    })

  test('is not asked for where the editor saves', async ({ client, assert }) => {
    const { id, config: opened } = await staged(client)
    const editor = await stage.server.open(opened)
    fill()
    editor.edit('Work is kept.')
    await editor.close()
    assert.lengthOf(await versionsOf(id), 2)
  })
})
