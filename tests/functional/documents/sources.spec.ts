import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { nothing, ownRowsOf, actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import type { User } from '#plugins/identity/main'
import { verifyToken } from '../../fakes/document_server/tokens.js'
import { makeOperator } from '../../helpers/accounts.js'
import { baseUrl, fetched } from '../../helpers/download.js'
import {
  blank,
  configOf,
  documentOf,
  EDITOR_SECRET,
  layInTrash,
  ownerOfRows,
  shareWith,
  staged,
} from '../../helpers/editor_stage.js'
import { HOUR_MS, lookedAfter } from '../../helpers/looked_after.js'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

test.group('Documents | sources for the editor', (group) => {
  const there = lookedAfter(group)

  const ask = (client: ApiClient, id: number, user: User, body: object) =>
    client.post(`/app/document/${id}/sources`).loginAs(user).json(body)

  async function given(client: ApiClient, id: number, user: User, body: object) {
    const response = await ask(client, id, user, body)
    response.assertStatus(200)
    return response.body().data
  }

  async function image(client: ApiClient, user: User): Promise<number> {
    const options = { filename: 'dot.png', contentType: 'image/png' }
    const response = await client.post('/app/files').loginAs(user).file('file', PNG, options)
    response.assertStatus(200)
    return response.body().data.id
  }

  /** Without the times, and held to be signed as the document server would. */
  function signedOf(data: { token: string }) {
    const { iat, exp, ...members } = verifyToken(data.token, EDITOR_SECRET, Date.now())
    return members
  }

  test('hand an image over as insertImage takes it', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const fileId = await image(client, owner)
    const data = await given(client, id, owner, { purpose: 'insertImage', c: 'change', fileId })
    const { token: _token, ...members } = data
    assert.deepEqual(signedOf(data), members)
    assert.equal(members.c, 'change')
    assert.lengthOf(members.images, 1)
    assert.equal(members.images[0].fileType, 'png')
    const { status, bytes } = await fetched(members.images[0].url)
    assert.equal(status, 200)
    assert.deepEqual(bytes, PNG)
    const usual = await given(client, id, owner, { purpose: 'insertImage', fileId })
    assert.equal(usual.c, 'add')
  })

  test('hand over documents to compare, and tables to mail', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const other = await blank(client, owner)
    const compare = { purpose: 'compare', c: 'combine', documentId: other }
    const document = await given(client, id, owner, compare)
    assert.deepEqual(Object.keys(document).sort(), ['c', 'fileType', 'token', 'url'])
    assert.containsSubset(document, { c: 'combine', fileType: 'docx' })
    assert.equal((await fetched(document.url)).status, 200)

    const cell = await blank(client, owner, { fileType: 'xlsx' })
    const merge = await given(client, id, owner, { purpose: 'mailMerge', documentId: cell })
    assert.containsSubset(merge, { c: 'mailmerge', fileType: 'xlsx' })
    assert.equal(signedOf(merge).url, merge.url)
  })

  test('sign no text that somebody wrote where it could be run as a script: {purpose} {name}')
    .with([
      { purpose: 'compare', name: 'script.txt' },
      { purpose: 'compare', name: 'script.rtf' },
      { purpose: 'mailMerge', name: 'script.csv' },
    ])
    .run(async ({ client, assert }, { purpose, name }) => {
      const { id, owner } = await staged(client)
      const text = Buffer.from('{\\rtf1 }\nbuilder.OpenFile("http://169.254.169.254/", "");\n')
      const upload = client.post('/app/document').loginAs(owner)
      const made = await upload.file('file', text, { filename: name })
      const refused = await ask(client, id, owner, { purpose, documentId: made.body().data.id })
      refused.assertStatus(422)
      assert.include(refused.body().message, 'could run it as a script')
      assert.notProperty(refused.body().data, 'token')
    })

  test('find what formulas refer to, by the surest way', async ({ client, assert }) => {
    const owner = await ownerOfRows(there.stage)
    const id = await blank(client, owner, { fileType: 'xlsx', title: 'Report' })
    const source = await blank(client, owner, { fileType: 'xlsx', title: 'Sales 2026' })
    const referenceData = { fileKey: String(source), instanceId: baseUrl() }
    const { document } = await configOf(client, source, owner)
    assert.deepEqual(document.referenceData, referenceData)

    const path = 'Sales 2026.xlsx'
    const foreign = { fileKey: String(id), instanceId: 'https://elsewhere.example.org' }
    for (const named of [
      { referenceData },
      { referenceData, path: 'Nothing.xlsx' },
      { referenceData: foreign, path },
      { referenceData: { ...referenceData, fileKey: '999999999' }, path },
      { path: `C:\\Tables\\${path}` },
      { link: `${baseUrl()}/app/document/${source}` },
      { link: `${baseUrl()}/console/#/documents/documents/${source}?x=1` },
    ]) {
      const data = await given(client, id, owner, { purpose: 'reference', ...named })
      const { sessionKey: key } = await documentOf(source)
      assert.containsSubset(data, { fileType: 'xlsx', key, path, referenceData })
      assert.deepEqual(signedOf(data).referenceData, referenceData)
    }
    for (const named of [
      { referenceData: foreign },
      { path: 'Nothing.xlsx' },
      { path: 'Sales 2026.docx' },
      { link: `https://elsewhere.example.org/app/document/${source}` },
      { link: 'no link' },
      { referenceData: { fileKey: '-1', instanceId: baseUrl() } },
    ])
      (await ask(client, id, owner, { purpose: 'reference', ...named })).assertStatus(404)
  })

  test('take a link of the page that the caller came from', async ({ client, assert }) => {
    const owner = await makeOperator()
    const id = await blank(client, owner, { fileType: 'xlsx' })
    const origin = 'https://front.example.org'
    const named = { purpose: 'reference', link: `${origin}/documents/${id}/edit` }
    const response = await ask(client, id, owner, named).header('origin', origin)
    response.assertStatus(200)
    assert.equal(response.body().data.referenceData.fileKey, String(id))
  })

  test('stay within the caller’s reach of document and file', async ({ client }) => {
    const { id: other, owner } = await staged(client)
    const fileId = await image(client, owner)
    const caller = await ownerOfRows(there.stage)
    const id = await blank(client, caller)
    const referenceData = { fileKey: String(other), instanceId: baseUrl() }
    for (const body of [
      { purpose: 'compare', documentId: other },
      { purpose: 'insertImage', fileId },
      { purpose: 'reference', referenceData },
      { purpose: 'reference', link: `${baseUrl()}/app/document/${other}` },
    ])
      (await ask(client, id, caller, body)).assertStatus(404)
    ;(await ask(client, other, caller, { purpose: 'compare', documentId: id })).assertStatus(404)

    const { latestFileId } = await documentOf(other)
    const held = { purpose: 'compare', fileId: latestFileId }
    ;(await ask(client, other, owner, held)).assertStatus(404)
    there.stage.gate.tell(owner.id, null, 'file:file:show')
    ;(await ask(client, other, owner, { purpose: 'insertImage', fileId })).assertStatus(403)
  })

  test('refuse what does not fit, and what says nothing', async ({ client }) => {
    const { id, owner } = await staged(client)
    const cell = await blank(client, owner, { fileType: 'xlsx' })
    const fileId = await image(client, owner)
    for (const body of [
      { purpose: 'insertImage', documentId: id },
      { purpose: 'compare', documentId: cell },
      { purpose: 'compare', fileId },
      { purpose: 'mailMerge', documentId: id },
      { purpose: 'reference', documentId: id },
      { purpose: 'compare' },
      { purpose: 'steal', documentId: id },
      { purpose: 'compare', documentId: '1' },
      { purpose: 'compare', documentId: id, c: '<script>' },
      { purpose: 'reference', referenceData: 'x' },
      { purpose: 'reference', path: 'x'.repeat(2000) },
    ])
      (await ask(client, id, owner, body)).assertStatus(422)
    there.stage.configure({ enabled: false })
    const off = await ask(client, id, owner, { purpose: 'compare', documentId: id })
    off.assertBodyContains({ data: { reason: 'E_EDITOR_OFF' } })
  })

  test('hand out a file as long as its asker may see both', async ({ client, assert }) => {
    const reader = await ownerOfRows(there.stage)
    const made = await staged(client)
    const { id, owner } = made
    const share = () => shareWith(client, made, reader, 'edit')
    await share()
    const fileId = await image(client, reader)
    const { images } = await given(client, id, reader, { purpose: 'insertImage', fileId })
    const status = async () => (await fetched(images[0].url)).status
    assert.equal(await status(), 200)

    const subject = { subjectType: 'user', subjectId: reader.id }
    await client.delete(`/app/document/${id}/shares`).loginAs(owner).qs(subject)
    assert.equal(await status(), 403)
    await share()
    assert.equal(await status(), 200)

    for (const reach of [null, nothing]) {
      there.stage.gate.tell(reader.id, reach, 'file:file:show')
      const refused = await fetched(images[0].url)
      assert.equal(refused.status, 403)
      assert.include(Buffer.from(refused.bytes).toString(), 'may no longer see the file')
    }
    there.stage.gate.tell(reader.id, ownRowsOf(reader.id), 'file:file:show')
    assert.equal(await status(), 200)

    await actAsSystem('a test', () => reader.merge({ status: 'disabled' }).save())
    assert.equal(await status(), 403)
  })

  test('bind the URL of a file to its purpose, document and time', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const other = await staged(client)
    const fileId = await image(client, owner)
    const { images } = await given(client, id, owner, { purpose: 'insertImage', fileId })
    const token = new URL(images[0].url).searchParams.get('token')!
    const content = new URL(config.document.url).searchParams.get('token')!
    const statusOf = async (path: string, shown: string) =>
      (await fetched(`${path}?token=${shown}`)).status
    assert.equal(await statusOf(`/app/document/source/${id}`, token), 200)
    assert.equal(await statusOf(`/app/document/source/${other.id}`, token), 403)
    assert.equal(await statusOf(`/app/document/content/${id}`, token), 403)
    assert.equal(await statusOf(`/app/document/source/${id}`, content), 403)
    assert.equal(await statusOf(`/app/document/source/${id}`, ''), 403)

    clock.travel(HOUR_MS + 1_000)
    const late = await client.get(`/app/document/source/${id}`).qs({ token })
    late.assertStatus(403)
    late.assertTextIncludes('has expired')
    clock.restore()
    await layInTrash(id)
    assert.equal(await statusOf(`/app/document/source/${id}`, token), 404)
  })
})
