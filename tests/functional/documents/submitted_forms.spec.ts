import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'

const FIELDS = [{ key: 'CompanyName', value: 'Acme', type: 'text' }]
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n%%EOF\n')

test.group('Documents | what becomes of a submitted form', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  const dataOf = (client: ApiClient, id: number, no: number, as: User) =>
    client.get(`/app/document/${id}/versions/${no}/form-data`).loginAs(as)

  const kindsOf = async (id: number) => (await versionsOf(id)).map(({ kind }) => kind)
  const keyOf = (editorKey: string) => DocumentKey.findByOrFail({ editorKey })
  const pressed = ({ id }: User) => [{ type: 2, userid: String(id) }]

  async function opened(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    return { id, owner, config, editor: await stage.server.open(config) }
  }

  async function openedForm(client: ApiClient) {
    const owner = await makeOperator()
    const form = client.post('/app/document').loginAs(owner)
    const { id } = (await form.file('file', PDF, { filename: 'form.pdf' })).body().data
    const config = await configOf(client, id, owner)
    return { id: id as number, owner, config, editor: await stage.server.open(config) }
  }

  test('lie beside the form, which is opened by the next one as it was', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, editor } = await openedForm(client)
    await editor.submitForm(FIELDS)
    await editor.close()

    const [form, submitted] = await versionsOf(id)
    assert.containsSubset(submitted, { kind: 'submitted_form', beside: true, fileType: 'pdf' })
    assert.equal(submitted!.authorId, owner.id)
    const document = await documentOf(id)
    assert.containsSubset(document, { versionNo: 1, latestFileId: form!.fileId })
    assert.equal(document.editorKey, config.document.key)
    assert.deepEqual((await dataOf(client, id, 2, owner)).body().data.fields, FIELDS)
    assert.notInclude(await actionsOf(id), 'closed_unsaved')
    assert.lengthOf(
      stage.server.log.callbacks(4).filter(({ key }) => key === document.editorKey),
      1
    )
  })

  test('leave what was changed to be saved by its session, with its own history', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, editor } = await opened(client)
    editor.edit('Acme')
    await editor.submitForm(FIELDS)
    const { settledAt } = await keyOf(config.document.key)
    assert.isNull(settledAt)
    await editor.close()

    assert.deepEqual(await kindsOf(id), ['blank', 'submitted_form', 'save'])
    const [, submitted, saved] = await versionsOf(id)
    assert.notEqual(saved!.sha256, submitted!.sha256)
    assert.equal(saved!.authorId, owner.id)
    assert.equal((await documentOf(id)).versionNo, 3)
    const path = `/app/document/${id}/history`
    const history = await client.get(`${path}/3`).loginAs(owner)
    const listed = await client.get(path).loginAs(owner)
    const [blank] = listed.body().data.history
    assert.equal(history.body().data.previous.key, blank.key)
  })

  test('of one session are each kept, and each once', async ({ client, assert }) => {
    const { id, owner, editor } = await opened(client)
    editor.edit('Acme')
    await editor.submitForm(FIELDS)
    const first = stage.server.log.callbacks(6).at(-1)!
    editor.edit('Emca')
    await editor.submitForm([{ ...FIELDS[0], value: 'Emca' }])
    const { payload } = stage.server.log.callbacks(6).at(-1)!
    const other = await makeOperator()
    const second = { ...payload, actions: pressed(other) }
    await stage.server.sendCallback({ callbackUrl: first.url, payload: second })
    for (const repeated of [first.payload, payload, second])
      await stage.server.sendCallback({ callbackUrl: first.url, payload: repeated })
    await editor.close()

    const versions = await versionsOf(id)
    const kept = versions.filter(({ kind }) => kind === 'submitted_form')
    assert.deepEqual(
      kept.map(({ authorId }) => authorId),
      [owner.id, owner.id, other.id]
    )
    for (const { no } of kept) (await dataOf(client, id, no, owner)).assertStatus(200)
    const submitted = (await actionsOf(id)).filter((action) => action === 'form_submitted')
    assert.lengthOf(submitted, 3)
  })

  test('are taken, too, when they come after the last save', async ({ client, assert }) => {
    const { id, editor } = await opened(client)
    editor.edit('Acme')
    await editor.submitForm(FIELDS)
    const { url: callbackUrl, payload } = stage.server.log.callbacks(6).at(-1)!
    await editor.close()
    const { editorKey, versionNo } = await documentOf(id)
    const late = { ...payload, lastsave: new Date(Date.now() + 60_000).toISOString() }
    const { saved } = await stage.server.sendCallback({ callbackUrl, payload: late })

    assert.isTrue(saved)
    assert.deepEqual(await kindsOf(id), ['blank', 'submitted_form', 'save', 'submitted_form'])
    assert.containsSubset(await documentOf(id), { editorKey, versionNo })
  })

  test('change nothing in a document that is approved', async ({ client, assert }) => {
    const { id, owner, editor } = await openedForm(client)
    await editor.submitForm(FIELDS)
    const { url: callbackUrl, payload } = stage.server.log.callbacks(6).at(-1)!
    await editor.close()
    const handler = await makeOperator()
    const submit = client.post(`/app/document/${id}/submit`).loginAs(owner)
    ;(await submit.json({ handlerIds: [handler.id] })).assertStatus(200)
    const review = client.post(`/app/document/${id}/review`).loginAs(handler)
    ;(await review.json({ decision: 'approve' })).assertStatus(200)
    const before = await documentOf(id)
    const late = { ...payload, lastsave: new Date(Date.now() + 60_000).toISOString() }
    await stage.server.sendCallback({ callbackUrl, payload: late })

    assert.deepEqual(await kindsOf(id), ['upload', 'submitted_form', 'submitted_form'])
    const { versionNo, status, editorKey } = before
    assert.containsSubset(await documentOf(id), { versionNo, status, editorKey })
  })

  test('are no answer to who asks for a save meanwhile', async ({ client, assert }) => {
    const { id, owner, editor } = await opened(client)
    editor.edit('Acme')
    await editor.submitForm(FIELDS)
    const forced = await client.post(`/app/document/${id}/force-save`).loginAs(owner)
    assert.containsSubset(forced.body().data, { kind: 'forced_save', current: true, no: 3 })
    await editor.close()
  })

  test('do not take the place of the form by being restored', async ({ client, assert }) => {
    const { id, owner, editor } = await openedForm(client)
    await editor.submitForm(FIELDS)
    await editor.close()
    const path = `/app/document/${id}/versions/2`
    const refused = await client.post(`${path}/restore`).loginAs(owner)
    refused.assertStatus(400)
    assert.equal(refused.body().data.reason, 'E_SUBMITTED_FORM')
    assert.equal((await documentOf(id)).versionNo, 1)
    ;(await client.get(`${path}/content`).loginAs(owner)).assertStatus(200)
  })

  test('say with the log why one is not kept', async ({ client, assert }) => {
    const { id, editor } = await openedForm(client)
    await editor.submitForm(FIELDS)
    const { url: callbackUrl, payload } = stage.server.log.callbacks(6).at(-1)!
    const gone = { ...payload, url: String(payload.url).replace('output', 'gone') }
    const { saved } = await stage.server.sendCallback({ callbackUrl, payload: gone })
    assert.isFalse(saved)
    assert.deepEqual((await actionsOf(id)).slice(1), ['form_submitted', 'form_rejected'])
    await editor.close()
  })
})
