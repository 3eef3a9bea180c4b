import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/data_scope/reach'
import type { User } from '#plugins/identity/main'
import DocumentFormData from '../../../app/plugins/documents/models/document_form_data.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  ownerOfRows,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'

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

  for (const level of ['view', 'comment', 'review'])
    test(`are read by nobody whom it is shared with at ${level}`, async ({ assert }) => {
      const other = await person()
      await share(other, level)
      assert.deepEqual(await readBy(other), every([]))
      ;(await get(other, '/versions/1/content')).assertStatus(200)
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

  test('are read by a handler while the document is under review', async ({ assert }) => {
    const handler = await makeOperator()
    const body = { handlerIds: [handler.id] }
    stage.gate.tell(owner.id, null, 'document:document:drop')
    const submitted = client.post(`/app/document/${id}/submit`).loginAs(owner).json(body)
    ;(await submitted).assertStatus(200)
    stage.gate.tell(handler.id, nothing)
    assert.deepEqual(await readBy(handler), every([2, 3]))
  })

  test('answer no data of others that came with one’s own version', async ({ assert }) => {
    const theirs = { submittedBy: bob.id, submittedByName: 'Bob', identity: 'another' }
    const fields = [{ key: 'Salary', value: 'secret' }]
    await DocumentFormData.create({ documentId: id, versionNo: 2, fields, ...theirs })
    const own = await get(ann, '/versions/2/form-data')
    assert.equal(own.body().data.submittedBy, ann.id)
    assert.notInclude(own.text(), 'secret')
    assert.include((await get(owner, '/versions/2/form-data')).text(), 'secret')
  })
})
