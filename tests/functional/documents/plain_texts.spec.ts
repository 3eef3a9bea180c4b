import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import { configOf, editorStage, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'

const TEXTS = ['BM is a bakery', 'MZ', 'ID3;1', '%PDF is a format', '{\\rtf is another', '']

test.group('Documents | plain texts', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  async function opened(client: ApiClient, text: string, type: string) {
    const owner = await makeOperator()
    const made = await client
      .post('/app/document')
      .loginAs(owner)
      .file('file', Buffer.from(text), { filename: `notes.${type}` })
    made.assertStatus(200)
    const { id } = made.body().data
    return { id: id as number, config: await configOf(client, id, owner) }
  }

  const contentOf = async (client: ApiClient, id: number, no: number) =>
    (await download(client, `/app/document/${id}/versions/${no}/content`)).bytes.toString()

  for (const type of ['txt', 'csv'])
    for (const text of TEXTS)
      test(`upload and save a ${type} that is ${JSON.stringify(text)}`, async ({
        client,
        assert,
      }) => {
        const { id, config } = await opened(client, text, type)
        assert.equal(await contentOf(client, id, 1), text)

        const saves = [`${text}, changed`, text]
        for (const [index, saved] of saves.entries()) {
          const callbackUrl = config.editorConfig.callbackUrl!
          const url = stage.server.offer(Buffer.from(saved), type)
          const payload = { key: config.document.key, status: 6, url, users: ['1'] }
          const { saved: taken } = await stage.server.sendCallback({ callbackUrl, payload })
          assert.isTrue(taken)
          assert.equal(await contentOf(client, id, index + 2), saved)
        }
        assert.deepEqual(
          (await versionsOf(id)).map(({ fileType }) => fileType),
          [type, type, type]
        )
      })

  test('make no file and no document of a program that is named text', async ({ client }) => {
    const owner = await makeOperator()
    const program = Buffer.from('MZ\u0090\0\u0003\0\0\0\u0004\0\0\0\u00ff\u00ff', 'latin1')
    for (const path of ['/app/document', '/app/files'])
      for (const filename of ['a.txt', 'a.csv'])
        (await client.post(path).loginAs(owner).file('file', program, { filename })).assertStatus(
          415
        )
  })
})
