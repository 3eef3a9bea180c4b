import { test } from '@japa/runner'
import fc from 'fast-check'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import Document from '../../../app/plugins/documents/models/document.js'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { openGate } from '../../helpers/open_gate.js'

const UNSEEN = [
  ...['\u200d', '\u3164', '\u00ad', '\u2800', '\u034f', '\ufe0f', '\u115f \uffa0'],
  ...['\u{e0041}\u{e0042}', '\u200d.\u00ad', '\u200c\u2800 '],
]

test.group('Documents | shown names', (group) => {
  let client: ApiClient
  let owner: User
  group.setup(() => openGate().shut)
  group.each.setup(async (one) => {
    client = one.context.client
    owner = await makeOperator()
  })

  const create = (title: string) =>
    client.post('/app/document').loginAs(owner).json({ fileType: 'docx', title })

  for (const title of ['.', '..', '...', ' .. ', '. .', '\u202e', '\u200b', '\ufeff..', ...UNSEEN])
    test(`refuse the title ${JSON.stringify(title)}`, async ({ assert }) => {
      const refused = await create(title)
      refused.assertStatus(422)
      assert.equal(refused.body().data.errors[0].field, 'title')
    })

  for (const [title, kept] of [
    ['invoice \u202excod.exe', 'invoice xcod.exe'],
    ['\u2066one\u2069 \u200etwo\u200f', 'one two'],
    ['line\u2028para\u2029graph', 'lineparagraph'],
    ['نامه\u200cها', 'نامه\u200cها'],
    ['👩\u200d🚒 duty', '👩\u200d🚒 duty'],
    ['.net and ...', '.net and ...'],
  ] as const)
    test(`call ${JSON.stringify(title)} what it looks like`, async ({ assert }) => {
      const made = await create(title)
      made.assertStatus(200)
      assert.equal(made.body().data.title, kept)
      const path = `/app/document/${made.body().data.id}`
      const renamed = await client.put(path).loginAs(owner).json({ title })
      assert.equal(renamed.body().data.title, kept)
    })

  test('name a download so that it stays in its folder: {title}')
    .with([
      { title: '/etc/passwd', named: '_etc_passwd.docx' },
      { title: '..\\..\\boot', named: '_.._boot.docx' },
      { title: '..', named: 'file.docx' },
      { title: 'a\u202etxt', named: 'atxt.docx' },
      { title: 'Minutes 3/4', named: 'Minutes 3_4.docx' },
    ])
    .run(async ({ assert }, { title, named }) => {
      const { id } = (await create('Paper')).body().data
      await actAsSystem('as of before', () => Document.query().where('id', id).update({ title }))
      const content = await client.get(`/app/document/${id}/versions/1/content`).loginAs(owner)
      assert.include(content.header('content-disposition'), `filename="${named}"`)
    })

  test('take no title that steers what is around it', async ({ assert }) => {
    const steering = fc.constantFrom('\u202e', '\u2066', '\u200b', '\u2028', '\u061c', '\ufff9')
    const title = fc.tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), steering, fc.string())
    const kept = fc.asyncProperty(title, async (parts) => {
      const made = await create(parts.join(''))
      assert.include([200, 422], made.status())
      if (made.status() === 200)
        assert.notMatch(made.body().data.title, /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\u2028]/u)
    })
    await fc.assert(kept, { numRuns: 60 })
  })
})
