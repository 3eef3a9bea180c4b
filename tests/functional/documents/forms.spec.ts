import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/data_scope/reach'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  configOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { hearNotices, type HeardNotices } from '../../helpers/heard_notices.js'

const FIELDS = [
  { key: 'CompanyName', tag: '', value: 'Acme', type: 'text' },
  { key: 'Terms', value: true, type: 'checkBox', options: [{ value: 'yes', label: 'Yes' }] },
]

const deep = (levels: number) => `[{"key":"x","value":${'['.repeat(levels)}${']'.repeat(levels)}}]`

test.group('Documents | submitted forms', (group) => {
  onEveryDatabase(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => {
    delete stage.server.faults.output
    delete stage.server.faults.outputTimes
  })

  const dataOf = (client: ApiClient, id: number, no: number, as: User) =>
    client.get(`/app/document/${id}/versions/${no}/form-data`).loginAs(as)

  async function filledIn(client: ApiClient, text: string) {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit(text)
    return { id, owner, editor }
  }

  test('keep what was filled in with the version that the submission made', async ({
    client,
    assert,
  }) => {
    const { id, owner, editor } = await filledIn(client, 'Acme')
    assert.containsSubset(await editor.submitForm(FIELDS), { status: 6, saved: true })
    const kept = await dataOf(client, id, 2, owner)
    kept.assertStatus(200)
    const { submittedAt, ...data } = kept.body().data
    assert.deepEqual(data, {
      versionNo: 2,
      submittedBy: owner.id,
      submittedByName: owner.nickname,
      fields: FIELDS,
      earlier: [],
      before: null,
    })
    assert.closeTo(Date.parse(submittedAt), Date.now(), 60_000)
    await editor.close()
    assert.deepEqual((await actionsOf(id)).slice(0, 3), [
      'editing_started',
      'form_submitted',
      'saved',
    ])
    ;(await dataOf(client, id, 1, owner)).assertStatus(404)
  })

  test('put it down to who submitted it, not to who changed something last', async ({
    client,
    assert,
  }) => {
    const { id, owner, editor } = await filledIn(client, 'Acme')
    const other = await makeOperator()
    const second = await stage.server.open(await configOf(client, id, other))
    second.edit('A word more.')
    await editor.submitForm(FIELDS)
    const { data } = (await dataOf(client, id, 2, owner)).body()
    assert.equal(data.submittedBy, owner.id)
    await Promise.all([editor.close(), second.close()])
    const [, submitted, saved] = await versionsOf(id)
    assert.deepEqual([submitted!.authorId, saved!.authorId], [owner.id, other.id])
  })

  test('keep it once, however often the submission is delivered', async ({ client, assert }) => {
    const { id, owner, editor } = await filledIn(client, 'Acme')
    await editor.submitForm(FIELDS)
    const submission = stage.server.log.callbacks(6).at(-1)!
    assert.isTrue((await stage.server.redeliver(submission)).saved)
    assert.deepEqual((await dataOf(client, id, 2, owner)).body().data.fields, FIELDS)
    const submitted = (await actionsOf(id)).filter((action) => action === 'form_submitted')
    assert.lengthOf(submitted, 1)
    await editor.close()
  })

  test('save the document, and note that {title} is no form data')
    .with([
      { title: 'text', formData: 'Acme' },
      { title: 'half of it', formData: '[{"key":"CompanyName"' },
      { title: 'one field', formData: FIELDS[0] },
      { title: 'a list of words', formData: ['Acme'] },
      { title: 'a list of lists', formData: [[]] },
      { title: 'what has too many fields', formData: Array(2_001).fill({ key: 'x' }) },
      { title: 'what is too large', formData: [{ key: 'x', value: 'x'.repeat(128 * 1024) }] },
      { title: 'what is nested too deep', formData: deep(9) },
      { title: 'what is nested without end', formData: deep(100_000) },
    ])
    .run(async ({ client, assert }, { formData }) => {
      const { id, owner, editor } = await filledIn(client, 'Acme')
      assert.containsSubset(await editor.submitForm(formData), { status: 6, saved: true })
      assert.lengthOf(await versionsOf(id), 2)
      assert.include(await actionsOf(id), 'form_rejected')
      ;(await dataOf(client, id, 2, owner)).assertStatus(404)
      ;(await client.get(`/app/document/${id}/logs`).loginAs(owner)).assertStatus(200)
      await editor.close()
    })

  test('open a PDF to fill in for one who may do no more', async ({ client, assert }) => {
    const [owner, filler] = [await makeOperator(), await makeOperator()]
    for (const verb of ['edit', 'propose', 'comment'])
      stage.gate.tell(filler.id, null, `document:document:${verb}`)
    const made = await client
      .post('/app/document')
      .loginAs(owner)
      .file('file', Buffer.from('%PDF-1.7\n%âãÏÓ\n%%EOF\n'), { filename: 'form.pdf' })
    made.assertStatus(200)
    const config = await configOf(client, made.body().data.id, filler)
    assert.containsSubset(config, {
      documentType: 'pdf',
      document: { fileType: 'pdf', permissions: { edit: false, comment: false, fillForms: true } },
      editorConfig: { mode: 'edit' },
    })
    assert.isDefined(config.editorConfig.callbackUrl)
  })

  test('show it to nobody who may not see the document', async ({ client }) => {
    const { id, editor } = await filledIn(client, 'Acme')
    await editor.submitForm(FIELDS)
    await editor.close()
    const stranger = await makeOperator()
    stage.gate.tell(stranger.id, nothing)
    ;(await dataOf(client, id, 2, stranger)).assertStatus(404)
    stage.gate.tell(stranger.id, null)
    ;(await dataOf(client, id, 2, stranger)).assertStatus(403)
    ;(await client.get(`/app/document/${id}/versions/2/form-data`)).assertStatus(401)
  })
})

const FEW_FIELDS = [{ key: 'CompanyName', value: 'Acme', type: 'text' }]

test.group('Documents | who is told of a submitted form', (group) => {
  let stage: EditorStage
  let notices: HeardNotices
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    const heard = hearNotices()
    notices = heard.notices
    return heard.deaf
  })

  async function filler(client: ApiClient) {
    const { id, owner } = await staged(client)
    const by = await makeOperator()
    const editor = await stage.server.open(await configOf(client, id, by))
    return { id, owner, by, editor }
  }

  test('tell the owner, and nobody of a document closed without a last save', async ({
    client,
    assert,
  }) => {
    const { id, owner, by, editor } = await filler(client)
    await editor.submitForm(FEW_FIELDS)
    await editor.close()
    const [notice, ...others] = notices.toldTo(owner.id)
    assert.isEmpty(others)
    assert.equal(notice!.title, 'A form was submitted')
    assert.include(notice!.body, `${by.nickname} submitted “Minutes”`)
    assert.include(notice!.body, 'version 2')
    assert.isEmpty(notices.toldTo(by.id))
    assert.isNotNull((await versionsOf(id)).at(-1)!.toldAt)
  })
})
