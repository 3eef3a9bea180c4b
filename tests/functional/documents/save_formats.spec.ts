import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { blankBytes, wordBytes } from '../../helpers/packages.js'
import { toldSession } from '../../helpers/told_saves.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { stagedWithMacros } from '../../helpers/old_documents.js'
import { download } from '../../helpers/download.js'

/** The same parts, packed at another time and in another order. */
function repacked(bytes: Uint8Array): Buffer {
  const parts = Object.entries(unzipSync(bytes)).toReversed()
  return Buffer.from(
    zipSync(Object.fromEntries(parts), { mtime: new Date(2026, 10, 22), level: 1 })
  )
}

test.group('Documents | what a save comes as', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  async function openedText(client: ApiClient) {
    const owner = await makeOperator()
    const odt = Buffer.from(
      zipSync({
        'mimetype': [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
        'content.xml': strToU8('<office:document-content/>'),
      })
    )
    const created = await client
      .post('/app/document')
      .loginAs(owner)
      .file('file', odt, { filename: 'notes.odt' })
      .field('title', 'Notes')
    const { id } = created.body().data
    return { id: id as number, owner, config: await configOf(client, id, owner) }
  }

  const deliver = async (config: Awaited<ReturnType<typeof configOf>>, url: string, more = {}) => {
    const callbackUrl = config.editorConfig.callbackUrl!
    const payload = { key: config.document.key, status: 2, url, users: ['1'], ...more }
    return stage.server.sendCallback({ callbackUrl, payload })
  }

  test('take a text that comes back as docx for what it is', async ({ client, assert }) => {
    const { id, owner, config } = await openedText(client)
    const url = stage.server.offer(wordBytes('written otherwise'), 'docx')
    const { saved } = await deliver(config, url, { filetype: 'odt' })
    assert.isTrue(saved)
    const [, version] = await versionsOf(id)
    assert.equal(version!.fileType, 'docx')
    assert.equal((await documentOf(id)).fileType, 'docx')
    assert.equal((await configOf(client, id, owner)).document.fileType, 'docx')
  })

  test('refuse for now what is not what its path says', async ({ client, assert }) => {
    const { id, config } = await openedText(client)
    const url = stage.server.offer(blankBytes('cell'), 'docx')
    assert.equal((await deliver(config, url)).reply!.status, 503)
    assert.lengthOf(await versionsOf(id), 1)
  })

  test('keep what comes in a lesser format beside, as what it is: {$self}')
    .with(['txt', 'xlsx'])
    .run(async ({ client, assert }, extension) => {
      const { id, owner, config } = await toldSession(client, stage)
      const bytes = extension === 'txt' ? Buffer.from('The words alone.') : blankBytes('cell')
      const { reply } = await deliver(config, stage.server.offer(bytes, extension))
      assert.equal(reply!.status, 200, reply!.body)
      const [, version] = await versionsOf(id)
      assert.containsSubset(version, { fileType: extension, beside: true, kind: 'late' })
      assert.containsSubset(await documentOf(id), { fileType: 'docx', versionNo: 1 })
      const content = await client.get(`/app/document/${id}/versions/2/content`).loginAs(owner)
      assert.include(content.header('content-disposition'), `.${extension}`)
    })

  test('make no version of what differs in the times of packing alone', async ({
    client,
    assert,
  }) => {
    const { id, config, save, owner } = await toldSession(client, stage)
    const { bytes, send } = save({ status: 6, text: 'Same.', by: [owner.id] })
    await send()
    const again = repacked(bytes)
    assert.notDeepEqual(again, bytes)
    assert.equal(
      strFromU8(unzipSync(again)['word/document.xml']!),
      '<w:document>Same.</w:document>'
    )
    const { reply } = await deliver(config, stage.server.offer(again, 'docx'))
    assert.deepEqual(JSON.parse(reply!.body).data, { outcome: 'unchanged', versionNo: 2 })
    assert.lengthOf(await versionsOf(id), 2)
    assert.notEqual((await documentOf(id)).sessionKey, config.document.key)
  })

  test('make a version of what differs in one part, or in its name', async ({ client, assert }) => {
    const { id, config, save } = await toldSession(client, stage)
    const { bytes, send } = save({ status: 6, text: 'Same.' })
    await send()
    const parts = unzipSync(bytes)
    for (const name of ['docProps/a.xml', 'docProps/b.xml']) {
      const url = stage.server.offer(zipSync({ ...parts, [name]: strToU8('x') }), 'docx')
      await deliver(config, url, { status: 6, notmodified: true })
    }
    assert.lengthOf(await versionsOf(id), 4)
  })
})

const WRITTEN = [{ opened: 'doc', written: 'docm', without: 'docx' }]

test.group('Documents | what holds macros', (group) => {
  const around = lookedAfter(group)

  test('is kept beside as it comes, and whose it is, is told why: {opened}')
    .with(WRITTEN)
    .run(async ({ client, assert }, { opened, written, without }) => {
      const { id, owner, config } = await stagedWithMacros(client, opened)
      const editor = await around.stage.server.open(config)
      editor.edit('Changed.')
      assert.isTrue((await editor.close())!.saved)
      const [, version] = await versionsOf(id)
      assert.containsSubset(version, { beside: true, kind: 'late', fileType: written })
      assert.isNotNull(version!.contentDigest)
      assert.containsSubset(await documentOf(id), { versionNo: 1, fileType: opened })
      assert.notEqual((await documentOf(id)).sessionKey, config.document.key)
      const [notice, ...others] = around.notices.toldTo(owner.id)
      const reason = `holds macros, and with these the editor cannot write a \\.${opened}`
      assert.match(notice!.body, new RegExp(`came as \\.${written}.*as version 2.*${reason}`))
      assert.match(notice!.body, new RegExp(`convert version 2 to \\.${without}`))
      assert.isEmpty(others)
      const entry = await DocumentLog.query().where({ documentId: id, versionNo: 2 }).firstOrFail()
      assert.match(String(entry.detail?.reason), /holds macros/)
    })
})

const TEXTS = ['BM is a bakery', '']

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
})
