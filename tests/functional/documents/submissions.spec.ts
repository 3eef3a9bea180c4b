import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/data_scope/reach'
import { actAsSystem } from '#kernel/operator/acting'
import { User } from '#plugins/identity/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import { hearNotices, type HeardNotices } from '../../helpers/heard_notices.js'
import { openGate, type OpenGate } from '../../helpers/open_gate.js'
import { handedPaperOf } from '../../helpers/handed_paper.js'

test.group('Documents | submissions', (group) => {
  onEveryDatabase(group)
  let gate: OpenGate
  let notices: HeardNotices
  let client: ApiClient
  let author: User
  let handlers: User[]
  let id: number

  group.setup(() => {
    const opened = openGate()
    gate = opened.gate
    const ears = hearNotices()
    notices = ears.notices
    return () => {
      ears.deaf()
      opened.shut()
    }
  })
  group.each.setup(async (one) => {
    client = one.context.client
    author = await makeOperator()
    handlers = [await handler(), await handler()]
    const body = { fileType: 'docx', title: 'Paper' }
    id = (await client.post('/app/document').loginAs(author).json(body)).body().data.id
    ;(await submit(handlers)).assertStatus(200)
    notices.heard.length = 0
  })

  async function handler(): Promise<User> {
    const user = await makeOperator()
    gate.tell(user.id, nothing)
    return user
  }

  const idsOf = (users: readonly User[]) => users.map((user) => user.id)
  const submit = (users: readonly User[]) =>
    client
      .post(`/app/document/${id}/submit`)
      .loginAs(author)
      .json({ handlerIds: idsOf(users) })
  const withdraw = (as = author) => client.delete(`/app/document/${id}/submission`).loginAs(as)
  const replace = (users: readonly User[], as = author) =>
    client
      .put(`/app/document/${id}/submission`)
      .loginAs(as)
      .json({ handlerIds: idsOf(users) })
  const decide = (decision: string, as: User) =>
    client.post(`/app/document/${id}/review`).loginAs(as).json({ decision })
  const read = (as: User) => client.get(`/app/document/${id}`).loginAs(as)
  const lastLog = () => DocumentLog.query().where('documentId', id).orderBy('id', 'desc').first()

  test('tell the handlers that something waits for them', async ({ assert }) => {
    await withdraw()
    notices.heard.length = 0
    await submit(handlers)
    for (const one of handlers) {
      const [told, ...more] = notices.toldTo(one.id)
      assert.include(told!.body, 'Paper')
      assert.deepEqual(told!.data, { kind: 'document.submitted', documentId: id })
      assert.isEmpty(more)
    }
  })

  test('take a submission back: a draft, read by no handler, logged, and told', async ({
    assert,
  }) => {
    await decide('approve', handlers[0]!)
    const taken = await withdraw()
    taken.assertStatus(200)
    taken.assertBodyContains({ data: { id, status: 'draft' } })
    for (const one of handlers) {
      ;(await read(one)).assertStatus(404)
      assert.lengthOf(notices.toldTo(one.id), 1)
    }
    assert.containsSubset((await lastLog())!.toJSON(), {
      action: 'withdrawn',
      operatorId: author.id,
      detail: { handlerIds: idsOf(handlers) },
    })
    ;(await client.put(`/app/document/${id}`).loginAs(author).json({ title: 'b' })).assertStatus(
      200
    )
    ;(await submit(handlers)).assertStatus(200)
    ;(await decide('approve', handlers[1]!)).assertBodyContains({ data: { status: 'in_review' } })
  })

  test('take back only what is under review', async ({ assert }) => {
    ;(await withdraw()).assertStatus(200)
    const again = await withdraw()
    again.assertStatus(400)
    assert.equal(again.body().data.reason, 'E_DOCUMENT_STATE')
  })

  test('let one alone of a withdrawal and a decision come through', async ({ assert }) => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([withdraw(), decide('return', handlers[0]!)])
      assert.lengthOf(
        answers.filter((answer) => answer.status() === 200),
        1
      )
      assert.isTrue(answers.every((answer) => [200, 400, 404].includes(answer.status())))
      ;(await submit(handlers)).assertStatus(200)
    }
  })

  test('replace a handler who is disabled, and go on to the approval', async ({ assert }) => {
    const [first, gone] = handlers as [User, User]
    const next = await handler()
    await decide('approve', first)
    await actAsSystem('disable somebody', () =>
      User.query().where('id', gone.id).update({ status: 'disabled' })
    )
    ;(await replace([first, next])).assertBodyContains({ data: { status: 'in_review' } })
    assert.containsSubset((await lastLog())!.toJSON(), {
      action: 'handlers_replaced',
      operatorId: author.id,
      detail: { added: [next.id], removed: [gone.id] },
    })
    assert.lengthOf(notices.toldTo(next.id), 1)
    assert.lengthOf(notices.toldTo(gone.id), 1)
    assert.isEmpty(notices.toldTo(first.id))
    ;(await decide('approve', next)).assertBodyContains({ data: { status: 'approved' } })
  })

  test('leave somebody to decide, as long as there is something to decide', async ({ assert }) => {
    const none = await replace([])
    none.assertStatus(400)
    assert.equal(none.body().data.reason, 'E_NO_HANDLER')
    await decide('approve', handlers[0]!)
    const decided = await replace([handlers[0]!])
    assert.equal(decided.body().data.reason, 'E_NO_HANDLER')
    await decide('return', handlers[1]!)
    assert.equal((await replace(handlers)).body().data.reason, 'E_DOCUMENT_STATE')
  })
})

test.group('Documents | deciding on what was seen', (group) => {
  const paper = handedPaperOf(group)
  group.each.setup(async () => void (await paper.submit()))

  test('refuse to decide on a submission that was not seen: {title}')
    .with([
      { title: 'it was renamed', change: () => paper.rename(), decision: 'approve' },
      { title: 'it has another version', change: () => paper.edit(), decision: 'approve' },
      { title: 'it is returned', change: () => paper.rename(), decision: 'return' },
    ])
    .run(async ({ assert }, { change, decision }) => {
      const { submissionNo } = await paper.look()
      await paper.withdraw()
      ;(await change()).assertStatus(200)
      await paper.submit()
      const refused = await paper.decide({ decision, submissionNo })
      refused.assertStatus(409)
      refused.assertBodyContains({ data: { reason: 'E_CONFLICT' } })
      assert.include(refused.body().message, 'submitted anew')
      const now = await paper.look()
      assert.equal(now.status, 'in_review')
      ;(await paper.decide({ decision, submissionNo: now.submissionNo })).assertStatus(200)
    })

  test('count submissions in the row, in lists too, and keep the count of one that goes on', async ({
    assert,
  }) => {
    assert.equal((await paper.look()).submissionNo, 1)
    const other = await makeOperator()
    const { client, author, handler, path } = paper
    await client
      .put(`${path}/submission`)
      .loginAs(author)
      .json({ handlerIds: [handler.id, other.id] })
    assert.equal((await paper.look()).submissionNo, 1)
    await paper.decide({ decision: 'return', submissionNo: 1 })
    assert.equal((await paper.submit()).body().data.submissionNo, 2)
    const list = await client.get('/app/document').loginAs(handler).qs({ submittedToMe: 'true' })
    assert.equal(list.body().data.items[0].submissionNo, 2)
  })

  test('refuse what is no count', async () => {
    for (const submissionNo of ['1', -1, 1.5])
      (await paper.decide({ decision: 'approve', submissionNo })).assertStatus(422)
  })
})
