import { test } from '@japa/runner'
import { nothing, actAsSystem } from '#kernel/acting/main'
import { User } from '#plugins/identity/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { lookingAt } from '../../helpers/editor_stage.js'
import { handedPaperOf } from '../../helpers/handed_paper.js'
import { noticesOf } from '../../helpers/heard_notices.js'

test.group('Documents | submissions', (group) => {
  onEveryDatabase(group)
  const notices = noticesOf(group)
  const paper = handedPaperOf(group)
  let second: User
  group.each.setup(async () => {
    second = await paper.person(nothing)
    ;(await submit()).assertStatus(200)
  })

  const submit = () => paper.submit([paper.handler.id, second.id])
  const lastLog = () =>
    DocumentLog.query().where('documentId', paper.id).orderBy('id', 'desc').firstOrFail()

  test('tell the handlers that something waits for them', async ({ assert }) => {
    for (const one of [paper.handler, second]) {
      const [told, ...more] = notices.toldTo(one.id)
      assert.include(told!.body, 'Paper')
      assert.deepEqual(told!.data, { kind: 'document.submitted', documentId: paper.id })
      assert.isEmpty(more)
    }
  })

  test('tell who submitted it how it was decided, once all is decided', async ({ assert }) => {
    const { author, id } = paper
    await paper.decide('approve')
    assert.isEmpty(notices.toldTo(author.id))
    await paper.decide('return', second)
    const [told, ...more] = notices.toldTo(author.id)
    assert.deepEqual(told!.data, { kind: 'document.returned', documentId: id })
    assert.include(told!.body, '“because”')
    assert.isEmpty(more)
  })

  test('take a submission back: a draft, logged, and told', async ({ assert }) => {
    const { id, author, handler } = paper
    await paper.decide('approve')
    const taken = await paper.withdraw()
    taken.assertBodyContains({ code: 200, data: { id, status: 'draft' } })
    for (const one of [handler, second]) {
      ;(await paper.read(one)).assertStatus(404)
      assert.lengthOf(notices.toldTo(one.id), 2)
    }
    assert.containsSubset((await lastLog()).toJSON(), {
      ...{ action: 'withdrawn', operatorId: author.id },
      detail: { handlerIds: [handler.id, second.id] },
    })
    const again = await paper.withdraw()
    again.assertBodyContains({ code: 400, data: { reason: 'E_DOCUMENT_STATE' } })
    ;(await paper.rename()).assertStatus(200)
    ;(await submit()).assertStatus(200)
    const decided = await paper.decide('approve', second)
    decided.assertBodyContains({ data: { status: 'in_review' } })
  })

  test('let one alone of a withdrawal and a decision come through', async ({ assert }) => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([paper.withdraw(), paper.decide('return')])
      const statuses = answers.map((answer) => answer.status())
      assert.include(statuses, 200)
      assert.include(
        [400, 404],
        statuses.find((status) => status !== 200)!
      )
      ;(await submit()).assertStatus(200)
    }
  })

  test('replace a handler who is disabled, and go on to the approval', async ({ assert }) => {
    const next = await paper.person(nothing)
    await paper.decide('approve')
    await actAsSystem('disable somebody', () =>
      User.query().where('id', second.id).update({ status: 'disabled' })
    )
    const replaced = await paper.replace(paper.handler, next)
    replaced.assertBodyContains({ data: { status: 'in_review' } })
    assert.containsSubset((await lastLog()).toJSON(), {
      ...{ action: 'handlers_replaced', operatorId: paper.author.id },
      detail: { added: [next.id], removed: [second.id] },
    })
    assert.deepEqual(notices.kindsToldTo(next.id), ['document.submitted'])
    assert.lengthOf(notices.kindsToldTo(second.id), 2)
    assert.lengthOf(notices.kindsToldTo(paper.handler.id), 1)
    const approved = await paper.decide('approve', next)
    approved.assertBodyContains({ data: { status: 'approved' } })
  })

  for (const end of ['withdrawn', 'returned'])
    test(`disconnect the handlers of a submission that is ${end}`, async ({ client, assert }) => {
      const { id, author, handler, stage } = paper
      const open = async (user: User) => stage.server.open(await lookingAt(client, id, user))
      const [theirs, ours] = [await open(handler), await open(author)]
      const ended = await (end === 'withdrawn' ? paper.withdraw() : paper.decide('return'))
      ended.assertStatus(200)
      assert.deepEqual([theirs.isOpen, ours.isOpen], [false, true])
    })

  test('leave somebody to decide, as long as there is something to decide', async ({ assert }) => {
    const reasonOf = async (...handlers: User[]) =>
      (await paper.replace(...handlers)).body().data.reason
    assert.equal(await reasonOf(), 'E_NO_HANDLER')
    await paper.decide('approve')
    assert.equal(await reasonOf(paper.handler), 'E_NO_HANDLER')
    await paper.decide('return', second)
    assert.equal(await reasonOf(paper.handler, second), 'E_DOCUMENT_STATE')
  })
})

test.group('Documents | deciding on what was seen', (group) => {
  const paper = handedPaperOf(group)
  group.each.setup(async () => (await paper.submit()).assertStatus(200))

  test('refuse to decide on a submission that was not seen: {title}')
    .with([
      { title: 'it was renamed', change: () => paper.rename(), decision: 'approve' },
      { title: 'it has another version', change: () => paper.edit(), decision: 'approve' },
      { title: 'it is returned', change: () => paper.rename(), decision: 'return' },
    ])
    .run(async ({ assert }, { change, decision }) => {
      const decideOn = (submissionNo: number) =>
        paper.decide(decision, paper.handler, { submissionNo })
      const { submissionNo } = await paper.look()
      await paper.withdraw()
      ;(await change()).assertStatus(200)
      await paper.submit()
      const refused = await decideOn(submissionNo)
      refused.assertBodyContains({ code: 409, data: { reason: 'E_CONFLICT' } })
      assert.include(refused.body().message, 'submitted anew')
      const now = await paper.look()
      assert.equal(now.status, 'in_review')
      ;(await decideOn(now.submissionNo)).assertStatus(200)
    })

  test('count submissions, also in lists, not new handlers', async ({ client, assert }) => {
    const { handler } = paper
    assert.equal((await paper.look()).submissionNo, 1)
    await paper.replace(handler, await paper.person())
    assert.equal((await paper.look()).submissionNo, 1)
    await paper.decide('return', handler, { submissionNo: 1 })
    assert.equal((await paper.submit()).body().data.submissionNo, 2)
    const list = await client.get('/app/document?submittedToMe=true').loginAs(handler)
    assert.equal(list.body().data.items[0].submissionNo, 2)
  })
})
