import { test } from '@japa/runner'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { ownRowsOf } from '#kernel/data_scope/reach'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import Document from '../../../app/plugins/documents/models/document.js'
import { StoredFile } from '#plugins/files/main'
import app from '@adonisjs/core/services/app'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { fetched } from '../../helpers/download.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { blankBytes } from '../../helpers/packages.js'

test.group('Documents | editor configuration and content', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => () => {
    clock.restore()
    stage.configure()
  })

  test('answer what DocEditor takes, signed as the document server checks it', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const { token, scriptUrl, ...signed } = config
    const { iat, exp, ...claims } = decodeJwt(token)
    assert.deepEqual(claims, signed as never)
    assert.isAbove(exp!, iat!)
    assert.deepEqual(decodeProtectedHeader(token), { alg: 'HS256', typ: 'JWT' })
    assert.equal(scriptUrl, `${stage.server.url}/web-apps/apps/api/documents/api.js`)
    assert.containsSubset(config, {
      type: 'desktop',
      documentType: 'word',
      document: {
        fileType: 'docx',
        title: 'Minutes.docx',
        permissions: { edit: true, download: true, protect: false },
        info: { owner: owner.nickname },
      },
      editorConfig: { mode: 'edit', user: { id: `${owner.id}.`, name: owner.nickname } },
    })
    assert.match(config.document.key, /^[0-9A-Za-z._=-]{1,128}$/)
    assert.include(config.document.url, `/app/document/content/${id}?token=`)
    assert.include(config.editorConfig.callbackUrl!, `/app/document/callback/${id}?token=`)
  })

  test('give a viewer no way to call back', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const reader = await makeOperator()
    const stranger = await makeOperator()
    for (const verb of ['edit', 'propose', 'comment', 'fill']) {
      stage.gate.tell(reader.id, null, `document:document:${verb}`)
      stage.gate.tell(stranger.id, ownRowsOf(stranger.id), `document:document:${verb}`)
    }
    for (const user of [reader, stranger]) {
      const config = await configOf(client, id, user)
      assert.equal(config.editorConfig.mode, 'view')
      assert.isUndefined(config.editorConfig.callbackUrl)
      assert.isFalse(config.document.permissions!.edit)
      const editor = await stage.server.open(config)
      assert.isFalse(editor.canEdit)
      await editor.close()
    }
    const asked = await client
      .get(`/app/document/${id}/editor-config`)
      .loginAs(owner)
      .qs({ mode: 'view' })
    asked.assertBodyContains({ data: { editorConfig: { mode: 'view' } } })
  })

  test('let a document be looked at only, once it is submitted', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const handler = await makeOperator()
    await client
      .post(`/app/document/${id}/submit`)
      .loginAs(owner)
      .json({ handlerIds: [handler.id] })
    assert.equal((await configOf(client, id, owner)).editorConfig.mode, 'view')
    assert.equal((await configOf(client, id, handler)).editorConfig.mode, 'view')
  })

  test('cut a long title and keep its type', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    await client
      .put(`/app/document/${id}`)
      .loginAs(owner)
      .json({ title: '題'.repeat(200) })
    const { title } = (await configOf(client, id, owner)).document
    assert.isAtMost(title!.length, 128)
    assert.match(title!, /題\.docx$/)
  })

  test('refuse wishes that no editor knows', async ({ client }) => {
    const { id, owner } = await staged(client)
    for (const qs of [{ type: 'toaster' }, { lang: '<script>' }, { mode: 'admin' }])
      (await client.get(`/app/document/${id}/editor-config`).loginAs(owner).qs(qs)).assertStatus(
        422
      )
  })

  test('serve the content to whoever has its token, for an hour', async ({ client, assert }) => {
    const { config } = await staged(client)
    const content = await fetched(config.document.url)
    assert.equal(content.status, 200)
    assert.deepEqual(content.bytes, blankBytes('word'))
    clock.travel(61 * 60_000)
    const expired = await fetched(config.document.url)
    assert.equal(expired.status, 403)
    assert.containsSubset(JSON.parse(expired.bytes.toString()), {
      code: 403,
      data: { reason: 'E_EDITOR_TOKEN' },
    })
  })

  test('refuse a content token of another document, a callback token, and none', async ({
    client,
    assert,
  }) => {
    const [one, two] = [await staged(client), await staged(client)]
    const tokenOf = (url: string) => new URL(url).searchParams.get('token')!
    const statusWith = async (token: string) =>
      (await fetched(`/app/document/content/${one.id}?token=${encodeURIComponent(token)}`)).status
    assert.equal(await statusWith(tokenOf(two.config.document.url)), 403)
    assert.equal(await statusWith(tokenOf(one.config.editorConfig.callbackUrl!)), 403)
    assert.equal(await statusWith(''), 403)
    assert.equal((await fetched(`/app/document/content/${one.id}`)).status, 403)
  })

  test('say clearly that the file is missing', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const { default: StoredBlob } = await import('../../../app/plugins/files/models/stored_blob.js')
    const { latestFileId } = await actAsSystem('test', () => Document.findOrFail(id))
    const file = await actAsSystem('test', () => StoredFile.findOrFail(latestFileId))
    const blob = await StoredBlob.findOrFail(file.blobId)
    const storage = await app.container.make(Storage)
    const kept = blob.storageKey
    await blob.merge({ storageKey: `${kept}-gone` }).save()
    const missing = await fetched(config.document.url)
    await blob.merge({ storageKey: kept }).save()
    assert.equal(missing.status, 404)
    assert.containsSubset(JSON.parse(missing.bytes.toString()), {
      code: 404,
      data: { reason: 'E_CONTENT_MISSING' },
    })
    assert.isTrue(await storage.exists(kept))
  })

  test('open nothing out of reach', async ({ client }) => {
    const { id } = await staged(client)
    const stranger = await makeOperator()
    stage.gate.tell(stranger.id, ownRowsOf(stranger.id))
    ;(await client.get(`/app/document/${id}/editor-config`).loginAs(stranger)).assertStatus(404)
    ;(await client.get(`/app/document/${id}/history`).loginAs(stranger)).assertStatus(404)
    ;(await client.post(`/app/document/${id}/force-save`).loginAs(stranger)).assertStatus(404)
  })
})
