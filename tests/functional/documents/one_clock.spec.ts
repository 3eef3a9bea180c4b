import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentReview from '../../../app/plugins/documents/models/document_review.js'
import { documentOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

const WEEK_MS = 7 * 86_400_000

test.group('Documents | by the one clock', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    clock.travel(WEEK_MS)
    return () => clock.restore()
  })

  const isNow = (moment: { toMillis(): number } | null) =>
    Math.abs(moment!.toMillis() - clock.now()) < 60_000

  test('note when a document is deleted', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    ;(await client.delete(`/app/document/${id}`).loginAs(owner)).assertStatus(200)
    assert.isTrue(isNow((await documentOf(id)).deletedAt))
  })

  test('note when a key ends, and when a review is decided and closed', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const act = (path: string, body: object) =>
      client.post(`/app/document/${id}/${path}`).loginAs(owner).json(body)
    ;(await act('submit', { handlerIds: [owner.id] })).assertStatus(200)
    ;(await act('review', { decision: 'approve' })).assertStatus(200)
    const review = await DocumentReview.query().where('documentId', id).firstOrFail()
    assert.isTrue(isNow(review.decidedAt))
    assert.isTrue(isNow(review.closedAt))
    const key = await DocumentKey.findByOrFail('editorKey', config.document.key)
    assert.isTrue(isNow(key.endedAt))
  })
})
