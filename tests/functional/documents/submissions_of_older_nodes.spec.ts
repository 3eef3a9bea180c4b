import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/operator/acting'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentReview from '../../../app/plugins/documents/models/document_review.js'
import { makeOperator } from '../../helpers/accounts.js'
import { handedPaperOf } from '../../helpers/handed_paper.js'

test.group('Documents | what a node of an older release has submitted', (group) => {
  const paper = handedPaperOf(group)

  /** It does not count. */
  const submitAsOlder = async () => {
    await paper.submit()
    await DocumentReview.query()
      .where({ documentId: paper.id })
      .whereNull('closedAt')
      .update({ submissionNo: null })
    await actAsSystem('test', () =>
      Document.query().where({ id: paper.id }).decrement('submissionNo', 1)
    )
  }

  /** It lets a save become present under review. */
  const submitAndSaveAsOlder = async () => {
    await paper.edit()
    await paper.submit()
    await DocumentReview.query().where({ documentId: paper.id }).update({ versionNo: 1 })
  }

  for (const isReturned of [false, true])
    test(`is not approved once another version is present: it is ${isReturned ? 'returned' : 'taken back'}, and submitted again`, async ({
      assert,
    }) => {
      await submitAndSaveAsOlder()
      const refused = await paper.decide({
        decision: 'approve',
        submissionNo: (await paper.look()).submissionNo,
      })
      refused.assertStatus(409)
      refused.assertBodyContains({ data: { reason: 'E_CONFLICT' } })
      assert.match(refused.body().message, /Version 1 was submitted, and version 2 is present/)
      assert.equal((await paper.look()).status, 'in_review')

      ;(isReturned
        ? await paper.decide({ decision: 'return' })
        : await paper.withdraw()
      ).assertStatus(200)
      await paper.submit()
      const approved = await paper.decide({
        decision: 'approve',
        submissionNo: (await paper.look()).submissionNo,
      })
      approved.assertBodyContains({ data: { status: 'approved', versionNo: 2 } })
    })

  for (const decision of ['approve', 'return'])
    test(`is not what somebody decides to ${decision} who looked at what it had submitted before`, async ({
      assert,
    }) => {
      await submitAsOlder()
      const seen = (await paper.look()).submissionNo
      await paper.withdraw()
      await paper.edit()
      await submitAsOlder()
      assert.equal((await paper.look()).submissionNo, seen)
      const refused = await paper.decide({ decision, submissionNo: seen })
      refused.assertStatus(409)
      assert.include(refused.body().message, 'submitted anew')
      ;(await paper.decide({ decision, submissionNo: seen })).assertStatus(409)

      const now = (await paper.look()).submissionNo
      assert.isAbove(now, seen)
      ;(await paper.decide({ decision, submissionNo: now })).assertStatus(200)
    })

  test('is decided on where nobody says what they saw', async () => {
    await submitAsOlder()
    ;(await paper.decide({ decision: 'approve' })).assertBodyContains({
      data: { status: 'approved' },
    })
  })

  test('is asked of further handlers under the same number', async ({ assert }) => {
    await paper.submit()
    const other = await makeOperator()
    const { client, author, handler, path } = paper
    const handlerIds = [handler.id, other.id]
    await client.put(`${path}/submission`).loginAs(author).json({ handlerIds })
    const reviews = await DocumentReview.query().where({ documentId: paper.id })
    assert.deepEqual(
      reviews.map(({ submissionNo }) => submissionNo),
      [1, 1]
    )
  })
})
