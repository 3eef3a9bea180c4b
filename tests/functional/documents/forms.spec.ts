import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  configOf,
  documentOf,
  ownerOfRows,
  shareWith,
  staged,
  takeRights,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { placesOf } from '../../helpers/told_saves.js'

const FIELDS = [
  { key: 'CompanyName', tag: '', value: 'Acme', type: 'text' },
  { key: 'Terms', value: true, type: 'checkBox', options: [{ value: 'yes', label: 'Yes' }] },
]
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n%%EOF\n')

const deep = (levels: number) => `[{"key":"x","value":${'['.repeat(levels)}${']'.repeat(levels)}}]`

const dataOf = (client: ApiClient, id: number, no: number, as: User) =>
  client.get(`/app/document/${id}/versions/${no}/form-data`).loginAs(as)

async function pdfForm(client: ApiClient) {
  const owner = await makeOperator()
  const form = client.post('/app/document').loginAs(owner)
  const { id } = (await form.file('file', PDF, { filename: 'form.pdf' })).body().data
  return { id: id as number, owner }
}

test.group('Documents | submitted forms', (group) => {
  onEveryDatabase(group)
  const there = lookedAfter(group)

  async function filledIn(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    editor.edit('Acme')
    return { id, owner, config, editor }
  }

  test('are a version beside, with their data, and move no key', async ({ client, assert }) => {
    const { id, owner, config, editor } = await filledIn(client)
    assert.containsSubset(await editor.submitForm(FIELDS), { status: 6, saved: true })
    const sessionKey = config.document.key
    assert.containsSubset(await documentOf(id), { versionNo: 1, sessionKey })
    const kept = await dataOf(client, id, 2, owner)
    const { submittedAt, ...data } = kept.body().data
    assert.isAbove(Date.parse(submittedAt), 0)
    assert.deepEqual(data, {
      ...{ versionNo: 2, submittedBy: owner.id, submittedByName: owner.nickname },
      ...{ fields: FIELDS, earlier: [], before: null },
    })
    await editor.close()
    assert.deepEqual(await placesOf(id), ['submitted_form form', 'save current'])
    assert.deepEqual(await actionsOf(id), ['editing_started', 'form_submitted', 'saved'])
    ;(await dataOf(client, id, 1, owner)).assertStatus(404)
  })

  test('leave a PDF form as it was for the next one', async ({ client, assert }) => {
    const { id, owner } = await pdfForm(client)
    const config = await configOf(client, id, owner)
    const editor = await there.stage.server.open(config)
    await editor.submitForm(FIELDS)
    await editor.close()
    const [form, submitted] = await versionsOf(id)
    const kind = 'submitted_form'
    assert.containsSubset(submitted, { kind, placement: 'form', fileType: 'pdf' })
    const sessionKey = config.document.key
    assert.containsSubset(await documentOf(id), { latestFileId: form!.fileId, sessionKey })
    assert.notInclude(await actionsOf(id), 'closed_unsaved')
  })

  test('are by who submitted them, not by who changed it last', async ({ client, assert }) => {
    const { id, owner, editor } = await filledIn(client)
    const other = await makeOperator()
    const second = await there.stage.server.open(await configOf(client, id, other))
    second.edit('A word more.')
    await editor.submitForm(FIELDS)
    assert.equal((await dataOf(client, id, 2, owner)).body().data.submittedBy, owner.id)
    await Promise.all([editor.close(), second.close()])
    const [, submitted, saved] = await versionsOf(id)
    assert.deepEqual([submitted!.authorId, saved!.authorId], [owner.id, other.id])
  })

  test('are one version, however often they are delivered', async ({ client, assert }) => {
    const { id, owner, editor } = await filledIn(client)
    await editor.submitForm(FIELDS)
    const { url: callbackUrl, payload } = there.stage.server.log.callbacks(6).at(-1)!
    assert.equal(payload.forcesavetype, 3)
    assert.isTrue((await there.stage.server.sendCallback({ callbackUrl, payload })).saved)
    assert.deepEqual(await placesOf(id), ['submitted_form form'])
    assert.deepEqual((await dataOf(client, id, 2, owner)).body().data.fields, FIELDS)
  })

  test('are kept without data, which is noted, where that is {title}')
    .with([
      { title: 'one field', formData: FIELDS[0] },
      { title: 'a list of lists', formData: [[]] },
      { title: 'too many fields', formData: Array(2_001).fill({ key: 'x' }) },
      { title: 'too large', formData: [{ key: 'x', value: 'x'.repeat(128 * 1024) }] },
      { title: 'nested without end', formData: deep(100_000) },
    ])
    .run(async ({ client, assert }, { formData }) => {
      const { id, owner, editor } = await filledIn(client)
      assert.isTrue((await editor.submitForm(formData))!.saved)
      assert.deepEqual(await placesOf(id), ['submitted_form form'])
      assert.include(await actionsOf(id), 'form_rejected')
      ;(await dataOf(client, id, 2, owner)).assertStatus(404)
    })

  test('are told to the owner, and to nobody else', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const by = await makeOperator()
    const editor = await there.stage.server.open(await configOf(client, id, by))
    await editor.submitForm(FIELDS)
    await editor.close()
    const [told, ...others] = there.notices.heard
    assert.isEmpty(others)
    assert.deepEqual(told!.userIds, [owner.id])
    assert.include(told!.notice.body, `${by.nickname} submitted “Minutes”`)
    assert.isNotNull((await versionsOf(id)).at(-1)!.toldAt)
  })

  test('are refused, and noted, of who may do no more than {$self}')
    .with(['view', 'comment', 'review'])
    .run(async ({ client, assert }, level) => {
      const [owner, guest] = [await ownerOfRows(there.stage), await ownerOfRows(there.stage)]
      const made = await staged(client, owner)
      const { id } = made
      await there.stage.server.open(made.config)
      await shareWith(client, made, guest, level)
      const editor = await there.stage.server.open(await configOf(client, id, guest))
      const sent = await editor.submitForm(FIELDS)
      assert.containsSubset(sent, { saved: false, reply: { status: 400 } })
      assert.isEmpty(await placesOf(id))
      assert.include(await actionsOf(id), 'form_rejected')
      await editor.close()
    })
})

test.group('Documents | who reads and fills in forms', (group) => {
  const there = lookedAfter(group)

  test('open a PDF to fill in for one who may do no more', async ({ client, assert }) => {
    const { id } = await pdfForm(client)
    const filler = await makeOperator()
    takeRights(there.stage, filler, ['edit', 'propose', 'comment'])
    const config = await configOf(client, id, filler)
    const permissions = { edit: false, comment: false, fillForms: true }
    assert.containsSubset(config, { documentType: 'pdf', document: { permissions } })
    assert.isDefined(config.editorConfig.callbackUrl)
  })

  /** Which of the submitted forms (2 is Ann’s, 3 is Bob’s) somebody is answered, by each way. */
  async function readBy(client: ApiClient, id: number, user: User) {
    const get = (rest: string) => client.get(`/app/document/${id}${rest}`).loginAs(user)
    const [versions, history] = [(await get('/versions')).body(), (await get('/history')).body()]
    const read = [
      versions.data.map(({ no }: { no: number }) => no),
      history.data.history.map(({ version }: { version: number }) => version),
    ].map((all: number[]) => all.filter((no) => no > 1).toSorted())
    for (const way of ['/versions/:no/form-data', '/versions/:no/content', '/history/:no']) {
      const statuses = [2, 3].map(
        async (no) => [no, (await get(way.replace(':no', String(no)))).status()] as const
      )
      const answered = (await Promise.all(statuses)).filter(([, status]) => status !== 404)
      read.push(answered.map(([no, status]) => (status === 200 ? no : status)))
    }
    return read
  }

  test('let people read their own, and who may edit read all', async ({ client, assert }) => {
    const person = () => ownerOfRows(there.stage)
    const [owner, ann, bob] = [await person(), await person(), await person()]
    const made = await staged(client, owner)
    const { id } = made
    for (const user of [ann, bob]) {
      await shareWith(client, made, user, 'fill')
      const editor = await there.stage.server.open(await configOf(client, id, user))
      assert.isTrue((await editor.submitForm(FIELDS))!.saved)
      await editor.close()
    }
    const convert = (user: User, versionNo: number) =>
      client.post(`/app/document/${id}/convert`).loginAs(user).json({ to: 'pdf', versionNo })
    assert.deepEqual(await readBy(client, id, ann), Array(5).fill([2]))
    assert.deepEqual(await readBy(client, id, bob), Array(5).fill([3]))
    ;(await convert(ann, 3)).assertStatus(404)
    ;(await convert(ann, 2)).assertStatus(200)
    await shareWith(client, made, ann, 'edit')
    for (const user of [owner, ann, await makeOperator()])
      assert.deepEqual(await readBy(client, id, user), Array(5).fill([2, 3]))
  })
})
