import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { makeOperator } from '../../helpers/accounts.js'
import { compoundFile } from '../../helpers/compound_files.js'
import { download } from '../../helpers/download.js'
import { configOf, documentOf, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { blankBytes, wordBytes } from '../../helpers/packages.js'
import { answerOf, placesOf, toldSession, withSaves } from '../../helpers/told_saves.js'

/** The same parts, packed at another time and in another order. */
function repacked(bytes: Uint8Array): Uint8Array {
  const parts = Object.entries(unzipSync(bytes)).toReversed()
  return zipSync(Object.fromEntries(parts), { mtime: new Date(2026, 10, 22), level: 1 })
}

const ODT = zipSync({
  'mimetype': [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
  'content.xml': strToU8('<office:document-content/>'),
})

test.group('Documents | what a save comes as', (group) => {
  const there = lookedAfter(group)

  async function uploaded(client: ApiClient, filename: string, bytes: Uint8Array) {
    const owner = await makeOperator()
    const made = client.post('/app/document').loginAs(owner)
    const { id } = (await made.file('file', Buffer.from(bytes), { filename })).body().data
    const config = await configOf(client, id, owner)
    return withSaves(there.stage, { id: id as number, owner, config })
  }

  test('take a text that comes back as docx for what it is', async ({ client, assert }) => {
    const { id, owner, save } = await uploaded(client, 'notes.odt', ODT)
    assert.isTrue((await save({ text: 'x', more: { filetype: 'odt' } }).send()).saved)
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { fileType: 'docx', placement: 'current' })
    assert.equal((await documentOf(id)).fileType, 'docx')
    assert.equal((await configOf(client, id, owner)).document.fileType, 'docx')
  })

  test('refuse for now what is not what its path says', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    for (const bytes of [blankBytes('cell'), Buffer.from('No package.')])
      assert.equal((await save({ bytes }).send()).reply!.status, 503)
    assert.lengthOf(await versionsOf(id), 1)
  })

  test('keep beside what does not replace the document, as what it is, and tell: {extension}')
    .with([
      { extension: 'txt', bytes: Buffer.from('The words alone.') },
      { extension: 'xlsx', bytes: blankBytes('cell') },
    ])
    .run(async ({ client, assert }, { extension, bytes }) => {
      const { id, owner, save } = await toldSession(client, there.stage)
      assert.isTrue((await save({ extension, bytes }).send()).saved)
      const [, version] = await versionsOf(id)
      assert.containsSubset(version, { fileType: extension, placement: 'other_format' })
      assert.containsSubset(await documentOf(id), { fileType: 'docx', versionNo: 1 })
      const content = await client.get(`/app/document/${id}/versions/2/content`).loginAs(owner)
      assert.include(content.header('content-disposition'), `.${extension}`)
      assert.lengthOf(there.notices.toldTo(owner.id), 1)
    })

  test('keep beside what holds macros, end its session, and tell', async ({ client, assert }) => {
    const old = compoundFile(['WordDocument', '_VBA_PROJECT', 'dir', 'PROJECT'], 'Minutes.')
    const { id, owner, config, save } = await uploaded(client, 'minutes.doc', old)
    const bytes = wordBytes('Changed.', { 'word/vbaProject.bin': strToU8('project') })
    assert.isTrue((await save({ extension: 'docm', bytes }).send()).saved)
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { placement: 'other_format', kind: 'late', fileType: 'docm' })
    assert.containsSubset(await documentOf(id), { versionNo: 1, fileType: 'doc' })
    assert.notEqual((await documentOf(id)).sessionKey, config.document.key)
    const [notice, ...others] = there.notices.toldTo(owner.id)
    assert.match(notice!.body, /as version 2, beside the current version 1, because .* format/)
    assert.isEmpty(others)
  })

  test('make no version of what differs in time stamps alone', async ({ client, assert }) => {
    const { id, config, save } = await toldSession(client, there.stage)
    const { bytes, send } = save({ status: 6, text: 'Same.' })
    await send()
    const again = repacked(bytes)
    assert.notDeepEqual(again, bytes)
    const { data } = answerOf(await save({ bytes: again }).send()).body
    assert.deepEqual(data, { outcome: 'unchanged', versionNo: 2 })
    assert.lengthOf(await versionsOf(id), 2)
    assert.notEqual((await documentOf(id)).sessionKey, config.document.key)
  })

  test('make no version of what its session began with', async ({ client, assert }) => {
    const { id, save } = await uploaded(client, 'notes.docx', wordBytes('As it was.'))
    const { data } = answerOf(await save({ text: 'As it was.' }).send()).body
    assert.deepEqual(data, { outcome: 'unchanged', versionNo: 1 })
    assert.isEmpty(await placesOf(id))
  })

  test('make a version of what differs in one part, or in its name', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    const part = strToU8('x')
    for (const name of ['docProps/a.xml', 'docProps/b.xml'])
      await save({ status: 6, bytes: wordBytes('Same.', { [name]: part }) }).send()
    assert.lengthOf(await versionsOf(id), 3)
  })

  for (const extension of ['txt', 'csv'])
    for (const text of ['BM is a bakery', ''])
      test(`upload and save a ${extension} that is ${JSON.stringify(text)}`, async ({
        client,
        assert,
      }) => {
        const bytes = Buffer.from(text)
        const { id, save } = await uploaded(client, `notes.${extension}`, bytes)
        const texts = [text, `${text}, changed`, text]
        for (const saved of texts.slice(1))
          await save({ status: 6, bytes: Buffer.from(saved), extension }).send()
        for (const [at, saved] of texts.entries()) {
          const path = `/app/document/${id}/versions/${at + 1}/content`
          assert.equal((await download(client, path)).bytes.toString(), saved)
        }
      })
})
