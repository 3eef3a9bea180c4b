import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/acting/main'
import { StoredFile, type FilesConfig } from '#plugins/files/main'
import { makeOperator } from '../../helpers/accounts.js'
import { staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { wordBytes } from '../../helpers/packages.js'

test.group('Documents | room of one person', (group) => {
  const there = lookedAfter(group)
  const config = () => app.config.get<FilesConfig>('files')
  const fill = () => void Object.assign(config(), { storagePerUser: 1 })
  group.each.setup(() => {
    const { storagePerUser } = config()
    return () => void Object.assign(config(), { storagePerUser })
  })

  test('is asked for before a document is made', async ({ client, assert }) => {
    const user = await makeOperator()
    const made = await client
      .post('/app/document/templates')
      .loginAs(await makeOperator())
      .field('title', 'Letter')
      .file('file', wordBytes('Dear'), { filename: 'letter.docx' })
    fill()
    const template = { templateId: made.body().data.id, title: 'Letter' }
    for (const body of [{ fileType: 'docx', title: 'Minutes' }, template]) {
      const refused = await client.post('/app/document').loginAs(user).json(body)
      refused.assertStatus(413)
      refused.assertBodyContains({ data: { reason: 'E_STORAGE_FULL' } })
    }
    assert.isEmpty(await actAsSystem('test', () => StoredFile.query().where('ownerId', user.id)))
  })

  test('is not asked for where the editor saves', async ({ client, assert }) => {
    const { id, config: opened } = await staged(client)
    const editor = await there.stage.server.open(opened)
    fill()
    editor.edit('Work is kept.')
    await editor.close()
    assert.lengthOf(await versionsOf(id), 2)
  })
})
