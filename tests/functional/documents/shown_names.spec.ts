import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import Document from '../../../app/plugins/documents/models/document.js'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { openGateOf } from '../../helpers/open_gate.js'
import { wordBytes } from '../../helpers/packages.js'

test.group('Documents | shown names', (group) => {
  let client: ApiClient
  let owner: User
  openGateOf(group)
  group.each.setup(async (one) => {
    client = one.context.client
    owner = await makeOperator()
  })

  const create = (title: string) =>
    client.post('/app/document').loginAs(owner).json({ fileType: 'docx', title })

  for (const title of ['.', ' .. ', '\u202e', '\u3164', '\u200c\u2800 '])
    test(`refuse the title ${JSON.stringify(title)}`, async ({ assert }) => {
      const refused = await create(title)
      refused.assertStatus(422)
      assert.equal(refused.body().data.errors[0].field, 'title')
    })

  for (const [title, kept] of [
    ['invoice \u202excod.exe', 'invoice xcod.exe'],
    ['line\u2028para\u2029graph', 'lineparagraph'],
    ['👩\u200d🚒 duty', '👩\u200d🚒 duty'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['\u200dplan\u200d', 'plan'],
    ['a\u200bb\u00adc\u2060', 'abc'],
    ['.net and ...', '.net and ...'],
    ['概'.repeat(200), '概'.repeat(83)],
  ] as const)
    test(`call ${JSON.stringify(title.slice(0, 30))} what it looks like`, async ({ assert }) => {
      const made = await create(title)
      made.assertStatus(200)
      assert.equal(made.body().data.title, kept)
      const path = `/app/document/${made.body().data.id}`
      const renamed = await client.put(path).loginAs(owner).json({ title })
      assert.equal(renamed.body().data.title, kept)
    })

  for (const [filename, title] of [
    ['../../../etc/plan.docx', 'plan'],
    ['..\\..\\plan.docx', 'plan'],
    ['/etc/cron.d/plan.docx', 'plan'],
    ['plan.exe.docx', 'plan_exe'],
    ['👩\u200d🚒 duty\u200d.docx', '👩\u200d🚒 duty'],
    [`${'n'.repeat(300)}.docx`, 'n'.repeat(200)],
    [`${'概'.repeat(300)}.docx`, '概'.repeat(83)],
    ['\u2800\u3164.docx', 'Untitled'],
  ] as const)
    for (const kind of ['document', 'document/templates'])
      test(`call one of /app/${kind} after ${JSON.stringify(filename.slice(0, 30))}`, async ({
        assert,
      }) => {
        const bytes = wordBytes(`${Math.random()}`)
        const upload = client.post(`/app/${kind}`).loginAs(owner).file('file', bytes, { filename })
        const made = await upload
        made.assertStatus(200)
        assert.equal(made.body().data.title, title)
      })

  test('name a download so that it stays in its folder: {title}')
    .with([
      { title: '/etc/passwd', named: '_etc_passwd.docx' },
      { title: '..\\..\\boot', named: '_.._boot.docx' },
      { title: '..', named: 'file.docx' },
    ])
    .run(async ({ assert }, { title, named }) => {
      const { id } = (await create('Paper')).body().data
      await actAsSystem('as of before', () => Document.query().where('id', id).update({ title }))
      const content = await client.get(`/app/document/${id}/versions/1/content`).loginAs(owner)
      assert.include(content.header('content-disposition'), `filename="${named}"`)
    })
})
