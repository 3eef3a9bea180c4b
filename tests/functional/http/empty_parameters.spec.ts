import { test } from '@japa/runner'
import { makeOperator } from '../../helpers/accounts.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

test.group('HTTP | empty parameters', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  const LISTS = [
    '/app/document?keyword=&title=&status=&ownerId=&createdAtFrom=&sort=&page=&editing=',
    '/app/document/templates?keyword=&status=',
    '/app/document/trash?keyword=&deletedBy=',
    '/app/files?keyword=&extension=&ownerId=',
    '/app/system/users?keyword=&status=',
    '/app/system/roles?keyword=',
  ]
  for (const path of LISTS)
    test(`take an empty filter for none: ${path}`, async ({ client, assert }) => {
      const user = await makeOperator()
      const totalOf = async (address: string): Promise<number> => {
        const answer = await client.get(address).loginAs(user)
        answer.assertStatus(200)
        return answer.body().data.total
      }
      const all = path.split('?')[0]!
      const [before, filtered, after] = [
        await totalOf(all),
        await totalOf(path),
        await totalOf(all),
      ]
      assert.isAtLeast(filtered, Math.min(before, after))
      assert.isAtMost(filtered, Math.max(before, after))
    })

  test('open the editor, and offer people, where a parameter is empty', async ({ client }) => {
    const { id, owner } = await staged(client)
    const get = (rest: string) => client.get(`/app/document/${id}/${rest}`).loginAs(owner)
    ;(await get('editor-config?lang=&type=&mode=')).assertStatus(200)
    ;(await get('mentionable?keyword=&from=&count=')).assertStatus(200)
    ;(await get('logs?action=')).assertStatus(200)
  })

  test('take an empty link of a reference for none', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const answer = await client
      .post(`/app/document/${id}/sources`)
      .loginAs(owner)
      .json({ purpose: 'compare', documentId: id, link: '', path: '' })
    answer.assertStatus(200)
    assert.isString(answer.body().data.token)
  })

  test('say what is too much, without a word that is not there', async ({ client, assert }) => {
    const user = await makeOperator()
    const ids = Array.from({ length: 101 }, (_, index) => index + 1).join(',')
    const refused = await client.delete('/app/document').loginAs(user).qs({ ids })
    refused.assertStatus(422)
    const [{ message }] = refused.body().data.errors
    assert.notInclude(message, 'undefined')
    assert.include(message, '100')
  })
})
