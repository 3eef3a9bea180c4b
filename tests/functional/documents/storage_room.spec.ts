import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { StoredFile, type FilesConfig } from '#plugins/files/main'
import { actAsSystem } from '#kernel/operator/acting'
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

  test('is not asked for where the editor saves', async ({ client, assert }) => {
    const { id, config: opened } = await staged(client)
    const editor = await stage.server.open(opened)
    fill()
    editor.edit('Work is kept.')
    await editor.close()
    assert.lengthOf(await versionsOf(id), 2)
  })
})
