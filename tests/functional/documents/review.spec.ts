import { test } from '@japa/runner'
import { nothing, ownRowsOf } from '#kernel/acting/main'
import type { User } from '#plugins/identity/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf } from '../../helpers/editor_stage.js'
import { handedPaperOf } from '../../helpers/handed_paper.js'
import { toldSession } from '../../helpers/told_saves.js'

test.group('Documents | submit and review', (group) => {
  onEveryDatabase(group)
  const paper = handedPaperOf(group)

  test('go from draft over review to approved', async ({ assert }) => {
    const { id, author, handler } = paper
    ;(await paper.submit()).assertBodyContains({ data: { id, status: 'in_review' } })
    ;(await paper.decide('approve')).assertBodyContains({ data: { id, status: 'approved' } })
    const logs = (await paper.read(author, '/logs')).body().data.items
    const [approved, submitted, created] = logs
    assert.equal(created.action, 'created')
    assert.lengthOf(logs, 3)
    assert.containsSubset(approved, { action: 'approved', operatorId: handler.id })
    assert.containsSubset(submitted, { action: 'submitted', operatorId: author.id })
  })

  test('wait for every handler to approve, but for one alone to return', async () => {
    const second = await paper.person()
    await paper.submit([paper.handler.id, second.id])
    ;(await paper.decide('approve')).assertBodyContains({ data: { status: 'in_review' } })
    const again = await paper.decide('approve')
    again.assertBodyContains({ code: 403, data: { reason: 'E_NOT_HANDLER' } })
    const returned = await paper.decide('return', second)
    returned.assertBodyContains({ data: { status: 'returned' } })
  })

  test('tell who was asked and how they decided, and what each may do', async ({ assert }) => {
    const { author, handler, id } = paper
    const allowed = async (user: User) => (await paper.read(user)).body().data.allowed
    const reviews = async () => (await paper.read(author, '/reviews')).body().data.items
    await paper.submit()
    assert.include(await allowed(author), 'submit')
    assert.deepEqual(await allowed(handler), ['review'])
    assert.containsSubset(await reviews(), [
      { handlerName: handler.nickname, submittedByName: author.nickname, decision: null },
    ])
    await paper.decide('approve')
    assert.notInclude(await allowed(author), 'review')
    assert.containsSubset(await reviews(), [{ handlerId: handler.id, decision: 'approve' }])
    assert.lengthOf(await paper.listed(), 0, `${id} waits for nobody`)
  })

  test('show a document to its handler, and no other', async ({ client, assert }) => {
    const { handler, id, path } = paper
    const other = await paper.blank()
    ;(await paper.read(handler)).assertStatus(404)
    await paper.submit()
    for (const rest of ['', '/versions', '/versions/1/content'])
      (await paper.read(handler, rest)).assertStatus(200)
    ;(await client.get(`/app/document/${other}`).loginAs(handler)).assertStatus(404)
    ;(await paper.rename(handler)).assertStatus(404)
    ;(await client.delete(path).loginAs(handler)).assertStatus(404)
    assert.deepEqual(await paper.listed(), [id])
    const usual = await client.get('/app/document').loginAs(handler)
    assert.equal(usual.body().data.total, 0)
  })

  test('refuse to submit to {title}')
    .with([
      { title: 'nobody', handlers: [], status: 400, reason: 'E_NO_HANDLER' },
      { title: 'no one named', handlers: null, status: 400, reason: 'E_NO_HANDLER' },
      { title: 'somebody unknown', handlers: [2_000_000_000], status: 422, reason: 'E_VALIDATION' },
      { title: 'text', handlers: ['5'], status: 422, reason: 'E_VALIDATION' },
    ])
    .run(async (_context, { handlers, status, reason }) => {
      const refused = await paper.submit(handlers)
      refused.assertBodyContains({ code: status, data: { reason } })
    })

  test('refuse what the state does not allow, and say why', async ({ assert }) => {
    const early = await paper.decide('approve', paper.author)
    early.assertBodyContains({ code: 400, data: { reason: 'E_DOCUMENT_STATE' } })
    assert.include(early.body().message, 'a draft')
    await paper.submit()
    const twice = await paper.submit()
    twice.assertStatus(400)
    assert.include(twice.body().message, 'under review')
    ;(await paper.edit()).assertStatus(400)
    const outsider = await paper.decide('approve', paper.author)
    outsider.assertBodyContains({ code: 403, data: { reason: 'E_NOT_HANDLER' } })
    ;(await paper.decide('maybe')).assertStatus(422)
    ;(await paper.rename()).assertStatus(400)
    await paper.decide('approve')
    const renamed = await paper.rename()
    renamed.assertBodyContains({ code: 400, data: { reason: 'E_DOCUMENT_STATE' } })
    assert.equal((await paper.read(paper.author)).body().data.title, 'Paper')
  })

  for (const decision of ['approve', 'return'])
    test(`end the reading with the decision to ${decision}`, async ({ assert }) => {
      const second = await paper.person(nothing)
      await paper.submit([paper.handler.id, second.id])
      if (decision === 'approve') {
        ;(await paper.decide('approve')).assertStatus(200)
        ;(await paper.read(paper.handler)).assertStatus(200)
      }
      ;(await paper.decide(decision, second)).assertStatus(200)
      for (const handler of [paper.handler, second]) {
        for (const rest of ['', '/versions']) (await paper.read(handler, rest)).assertStatus(404)
        assert.isEmpty(await paper.listed(handler))
      }
    })
})

test.group('Documents | who can be a handler', (group) => {
  const paper = handedPaperOf(group)
  group.each.setup(() => paper.stage.configure({ ownReview: false }))

  test('not whom the submitter does not reach, or who is disabled', async ({ assert }) => {
    const { author, handler, stage } = paper
    const disabled = await makeOperator({ status: 'disabled' })
    ;(await paper.submit([disabled.id])).assertStatus(422)
    stage.gate.tell(author.id, ownRowsOf(author.id))
    const refused = await paper.submit()
    refused.assertStatus(422)
    assert.equal(refused.body().data.errors[0].field, 'handlerIds')
    ;(await paper.read(handler)).assertStatus(404)
  })

  test('not one who may not review, of whom no more is said than of nobody', async ({ assert }) => {
    const clerk = await paper.person()
    paper.stage.gate.tell(clerk.id, null, 'document:document:review')
    const messageOf = async (id: number) => {
      const refused = await paper.submit([id])
      refused.assertStatus(422)
      return refused.body().data.errors[0].message.replace(String(id), '…')
    }
    assert.equal(await messageOf(clerk.id), await messageOf(2_000_000_000))
  })

  test('not oneself, not even among others', async () => {
    const { author } = paper
    const other = await paper.person()
    ;(await paper.submit([author.id])).assertStatus(422)
    ;(await paper.submit([other.id, author.id])).assertStatus(422)
    ;(await paper.submit([other.id])).assertStatus(200)
  })

  test('not whoever wrote the current version alone, but one of several', async ({ client }) => {
    const [one, other] = [await paper.person(), await paper.person()]
    const savedBy = async (...people: User[]) => {
      const { id, owner, save } = await toldSession(client, paper.stage)
      Object.assign(paper, { id, author: owner })
      for (const user of people) await configOf(client, id, user)
      await save({ text: 'A', by: people.map((user) => user.id) }).send()
    }
    await savedBy(one)
    ;(await paper.submit([one.id])).assertStatus(422)
    await savedBy(one, other)
    ;(await paper.submit([one.id])).assertStatus(200)
    ;(await paper.decide('approve', one)).assertStatus(200)
  })

  test('oneself where the setting says so', async () => {
    paper.stage.configure({ ownReview: true })
    ;(await paper.submit([paper.author.id])).assertStatus(200)
    ;(await paper.decide('approve', paper.author)).assertStatus(200)
  })
})
