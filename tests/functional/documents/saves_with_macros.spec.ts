import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { underPassword } from '../../helpers/compound_files.js'
import { configOf, documentOf, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { lose, sweep } from '../../helpers/lost_saves.js'
import { stagedWithMacros } from '../../helpers/old_documents.js'
import { wordBytes } from '../../helpers/packages.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { fetched } from '../../helpers/download.js'
import { until } from '../../helpers/until.js'
import { toldSession } from '../../helpers/told_saves.js'

const WRITTEN = [
  { opened: 'doc', written: 'docm', without: 'docx' },
  { opened: 'xls', written: 'xlsm', without: 'xlsx' },
  { opened: 'ppt', written: 'pptm', without: 'pptx' },
]

test.group('Documents | what holds macros', (group) => {
  const around = lookedAfter(group)

  async function changed(client: ApiClient) {
    const document = await stagedWithMacros(client)
    const editor = await around.stage.server.open(document.config)
    editor.edit('Changed.')
    await editor.close()
    return document
  }

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
      assert.notEqual((await documentOf(id)).editorKey, config.document.key)
      const [notice, ...others] = around.notices.toldTo(owner.id)
      const reason = `holds macros, and with these the editor cannot write a \\.${opened}`
      assert.match(notice!.body, new RegExp(`came as \\.${written}.*as version 2.*${reason}`))
      assert.match(notice!.body, new RegExp(`convert version 2 to \\.${without}`))
      assert.isEmpty(others)
      const entry = await DocumentLog.query().where({ documentId: id, versionNo: 2 }).firstOrFail()
      assert.match(String(entry.detail?.reason), /holds macros/)
    })

  test('goes out as an attachment, and as nothing else', async ({ client, assert }) => {
    const { id, owner } = await changed(client)
    const content = await client.get(`/app/document/${id}/versions/2/content`).loginAs(owner)
    assert.match(content.header('content-disposition')!, /^attachment; filename="Minutes\.docm"/)
    assert.equal(content.header('content-security-policy'), "sandbox; default-src 'none'")
    assert.equal(content.header('x-content-type-options'), 'nosniff')
  })

  test('is told once, however often its session saves', async ({ client, assert }) => {
    const { id, owner, config } = await stagedWithMacros(client)
    const editor = await around.stage.server.open(config)
    for (const text of ['One.', 'Two.', 'Three.']) {
      clock.travel(MINUTE_MS)
      editor.edit(text)
      assert.isTrue((await editor.forceSave()).delivered!.saved)
    }
    clock.travel(MINUTE_MS)
    editor.edit('Four.')
    await editor.close()
    assert.lengthOf(await versionsOf(id), 2)
    assert.lengthOf(around.notices.toldTo(owner.id), 1)
  })

  test('is no version that is restored, and the answer says what helps', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await changed(client)
    const refused = await client.post(`/app/document/${id}/versions/2/restore`).loginAs(owner)
    assert.equal(refused.status(), 400)
    assert.match(refused.body().message, /holds macros.*[Cc]onvert it to \.docx/)
    assert.equal((await documentOf(id)).versionNo, 1)
  })

  test('becomes a document without them by the conversion that is told', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await changed(client)
    const wish = { to: 'docx', as: 'document', versionNo: 2 }
    const begun = await client.post(`/app/document/${id}/convert`).loginAs(owner).json(wish)
    assert.equal(begun.status(), 200, JSON.stringify(begun.body()))
    const path = `/app/document/${id}/conversions/${begun.body().data.id}`
    const asked = async () => (await client.get(path).loginAs(owner)).body().data
    await until(async () => (await asked()).state !== 'running')
    const { resultDocumentId } = await asked()
    assert.equal((await documentOf(resultDocumentId)).fileType, 'docx')
    const { document } = await configOf(client, resultDocumentId, owner)
    assert.include(documentTexts((await fetched(document.url)).bytes, 'docx'), 'Changed.')
  })

  test('is brought back from the store of lost saves, and hinders nothing', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await stagedWithMacros(client)
    const editor = await around.stage.server.open(config)
    editor.edit('Lost.')
    await lose(around.stage, editor)
    const submitted = await client
      .post(`/app/document/${id}/submit`)
      .loginAs(owner)
      .json({ handlerIds: [owner.id] })
    assert.equal(submitted.status(), 200, JSON.stringify(submitted.body()))
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { beside: true, kind: 'recovered', fileType: 'docm' })
    assert.isEmpty(around.stage.server.store.forgottenKeys())
    assert.containsSubset(await sweep(), { recovered: 0, failed: 0 })
  })

  test('is taken with a password as well', async ({ client, assert }) => {
    const { id, owner, config } = await stagedWithMacros(client)
    around.stage.server.store.forget(config.document.key, 'docm', underPassword('Lost.'))
    assert.containsSubset(await sweep(), { recovered: 1, failed: 0 })
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { beside: true, underPassword: true, fileType: 'docm' })
    const { body } = around.notices.toldTo(owner.id).at(-1)!
    assert.match(body, /take the password off, save it as \.docx without macros/)
  })

  test('is never the present version, whatever it is named', async ({ client, assert }) => {
    const { id, config } = await toldSession(client, around.stage)
    const { server } = around.stage
    const macros = { 'word/vbaProject.bin': new Uint8Array([1]) }
    const url = server.offer(wordBytes('Changed.', macros), 'docx')
    const callbackUrl = config.editorConfig.callbackUrl!
    const payload = { key: config.document.key, status: 2, url, users: ['1'] }
    const { reply } = await server.sendCallback({ callbackUrl, payload })
    assert.equal(reply!.status, 200, reply!.body)
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { beside: true, fileType: 'docm' })
    assert.equal((await documentOf(id)).versionNo, 1)
  })
})
