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
  ownerOfRows,
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
  const keyOf = (sessionKey: string) => DocumentKey.findByOrFail({ sessionKey })

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
    assert.equal(document.sessionKey, config.document.key)
    assert.deepEqual((await dataOf(client, id, 2, owner)).body().data.fields, FIELDS)
    assert.notInclude(await actionsOf(id), 'closed_unsaved')
    assert.lengthOf(
      stage.server.log.callbacks(4).filter(({ key }) => key === document.sessionKey),
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
})

test.group('Documents | forms that several fill in through shares', (group) => {
  let stage: EditorStage
  let client: ApiClient
  let owner: User
  let ann: User
  let bob: User
  let id: number

  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async (one) => {
    client = one.context.client
    ;[owner, ann, bob] = [await person(), await person(), await person()]
    id = (await staged(client, owner)).id
    for (const user of [ann, bob]) await share(user, 'fill')
    for (const user of [ann, bob]) await submit(user)
  })

  const person = () => ownerOfRows(stage)
  const get = (user: User, rest: string) => client.get(`/app/document/${id}${rest}`).loginAs(user)
  async function share({ id: subjectId }: User, level: string): Promise<void> {
    const body = { subjectType: 'user', subjectId, level }
    const made = await client.post(`/app/document/${id}/shares`).loginAs(owner).json(body)
    made.assertStatus(200)
  }

  async function submit(user: User): Promise<void> {
    const editor = await stage.server.open(await configOf(client, id, user))
    const sent = await editor.submitForm([{ key: 'Salary', value: user.nickname, type: 'text' }])
    if (!sent?.saved) throw new Error('The form was not taken')
    await editor.close()
  }

  const convert = (user: User, versionNo: number) =>
    client.post(`/app/document/${id}/convert`).loginAs(user).json({ to: 'pdf', versionNo })

  /** Which of the submitted forms (2 is Ann’s, 3 is Bob’s) somebody is answered, by each way. */
  async function readBy(user: User) {
    const ways = ['/versions/:no/form-data', '/versions/:no/content', '/history/:no']
    const read: Record<string, number[]> = {}
    for (const way of ways) {
      read[way] = []
      for (const no of [2, 3]) {
        const status = (await get(user, way.replace(':no', String(no)))).status()
        if (status === 200) read[way].push(no)
        else if (status !== 404) throw new Error(`${way} answered ${status}`)
      }
    }
    const { data: versions } = (await get(user, '/versions')).body()
    read.versions = numbers(versions.map(({ no }: { no: number }) => no))
    const { data: told } = (await get(user, '/history')).body()
    read.history = numbers(told.history.map(({ version }: { version: number }) => version))
    return read
  }

  const numbers = (all: number[]) => all.filter((no) => no > 1).sort()
  const every = (nos: number[]) => ({
    ...{ '/versions/:no/form-data': nos, '/versions/:no/content': nos, '/history/:no': nos },
    ...{ versions: nos, history: nos },
  })

  test('are read by who filled them in, and not by the others', async ({ assert }) => {
    assert.deepEqual(await readBy(ann), every([2]))
    assert.deepEqual(await readBy(bob), every([3]))
    ;(await convert(ann, 3)).assertStatus(404)
    const own = await convert(ann, 2)
    assert.equal(own.status(), 200, own.text())
  })

  test('are read by who owns it, may edit it or has it within reach', async ({ assert }) => {
    const editing = await person()
    await share(editing, 'edit')
    const overall = await makeOperator()
    for (const user of [owner, editing, overall])
      assert.deepEqual(await readBy(user), every([2, 3]))
    await share(ann, 'edit')
    assert.deepEqual(await readBy(ann), every([2, 3]))
  })
})

const OTHER_FIELDS = [{ key: 'Salary', value: '9,000', type: 'text' }]

/** The document server takes a form from whoever has the document open. */
test.group('Documents | forms of whoever may not fill them in', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  async function shared(client: ApiClient, level: string) {
    const [owner, guest] = [await ownerOfRows(stage), await ownerOfRows(stage)]
    const { id, config } = await staged(client, owner)
    await stage.server.open(config)
    await share(client, id, owner, guest, level)
    const editor = await stage.server.open(await configOf(client, id, guest))
    return { id, owner, guest, editor }
  }

  async function share(client: ApiClient, id: number, by: User, to: User, level: string) {
    const body = { subjectType: 'user', subjectId: to.id, level }
    const made = client.post(`/app/document/${id}/shares`).loginAs(by).json(body)
    ;(await made).assertStatus(200)
  }

  const kindsOf = async (id: number) => (await versionsOf(id)).map(({ kind }) => kind)

  for (const level of ['view', 'comment', 'review'])
    test(`are refused, and noted, of whom it is shared with at ${level}`, async ({
      client,
      assert,
    }) => {
      const { id, editor } = await shared(client, level)
      const sent = await editor.submitForm(OTHER_FIELDS)
      assert.containsSubset(sent, { saved: false, reply: { status: 400 } })
      assert.deepEqual(await kindsOf(id), ['blank'])
      assert.include(await actionsOf(id), 'form_rejected')
      await editor.close()
    })
})
