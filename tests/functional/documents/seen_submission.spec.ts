import { test } from '@japa/runner'
import { makeOperator } from '../../helpers/accounts.js'
import { handedPaperOf } from '../../helpers/handed_paper.js'

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

  test('decide on what there is where nobody says what they saw', async () => {
    await paper.withdraw()
    await paper.rename()
    await paper.submit()
    ;(await paper.decide({ decision: 'approve' })).assertBodyContains({
      data: { status: 'approved' },
    })
  })

  test('refuse what is no count', async () => {
    for (const submissionNo of ['1', -1, 1.5])
      (await paper.decide({ decision: 'approve', submissionNo })).assertStatus(422)
  })
})
