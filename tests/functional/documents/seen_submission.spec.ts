import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/data_scope/reach'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { openGate, type OpenGate } from '../../helpers/open_gate.js'

test.group('Documents | deciding on what was seen', (group) => {
  let gate: OpenGate
  let client: ApiClient
  let author: User
  let handler: User
  let id: number

  group.setup(() => {
    const opened = openGate()
    gate = opened.gate
    return opened.shut
  })
  group.each.setup(async (one) => {
    client = one.context.client
    author = await makeOperator()
    handler = await makeOperator()
    gate.tell(handler.id, nothing)
    const body = { fileType: 'docx', title: 'Paper' }
    id = (await client.post('/app/document').loginAs(author).json(body)).body().data.id
    await submit()
  })

  const submit = () =>
    client
      .post(`/app/document/${id}/submit`)
      .loginAs(author)
      .json({ handlerIds: [handler.id] })
  const withdraw = () => client.delete(`/app/document/${id}/submission`).loginAs(author)
  const rename = () => client.put(`/app/document/${id}`).loginAs(author).json({ title: 'Other' })
  const edit = () => client.post(`/app/document/${id}/versions/1/restore`).loginAs(author)
  const look = async () =>
    (await client.get(`/app/document/${id}`).loginAs(handler)).body().data as {
      status: string
      submissionNo: number
    }
  const decide = (body: object) =>
    client.post(`/app/document/${id}/review`).loginAs(handler).json(body)

  test('refuse to decide on a submission that was not seen: {title}')
    .with([
      { title: 'it was renamed', change: rename, decision: 'approve' },
      { title: 'it has another version', change: edit, decision: 'approve' },
      { title: 'it is returned', change: rename, decision: 'return' },
    ])
    .run(async ({ assert }, { change, decision }) => {
      const { submissionNo } = await look()
      await withdraw()
      ;(await change()).assertStatus(200)
      ;(await submit()).assertStatus(200)
      const refused = await decide({ decision, submissionNo })
      refused.assertStatus(409)
      refused.assertBodyContains({ data: { reason: 'E_CONFLICT' } })
      assert.include(refused.body().message, 'submitted anew')
      const now = await look()
      assert.equal(now.status, 'in_review')
      ;(await decide({ decision, submissionNo: now.submissionNo })).assertStatus(200)
    })

  test('count submissions in the row, in lists too, and keep the count of one that goes on', async ({
    assert,
  }) => {
    assert.equal((await look()).submissionNo, 1)
    const other = await makeOperator()
    await client
      .put(`/app/document/${id}/submission`)
      .loginAs(author)
      .json({ handlerIds: [handler.id, other.id] })
    assert.equal((await look()).submissionNo, 1)
    await decide({ decision: 'return', submissionNo: 1 })
    assert.equal((await submit()).body().data.submissionNo, 2)
    const list = await client.get('/app/document').loginAs(handler).qs({ submittedToMe: 'true' })
    assert.equal(list.body().data.items[0].submissionNo, 2)
  })

  test('decide on what there is where nobody says what they saw', async () => {
    await withdraw()
    await rename()
    await submit()
    ;(await decide({ decision: 'approve' })).assertBodyContains({ data: { status: 'approved' } })
  })

  test('refuse what is no count', async () => {
    for (const submissionNo of ['1', -1, 1.5])
      (await decide({ decision: 'approve', submissionNo })).assertStatus(422)
  })
})
