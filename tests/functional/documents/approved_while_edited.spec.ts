import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import type { User } from '#plugins/identity/main'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentReview from '../../../app/plugins/documents/models/document_review.js'
import { makeOperator } from '../../helpers/accounts.js'
import { documentOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

test.group('Documents | what an older node submitted while it was edited', (group) => {
  let stage: EditorStage
  let client: ApiClient
  let [author, handler]: User[] = []
  group.setup(async () => {
    stage = await editorStage({})
    return () => stage.close()
  })
  group.each.setup(async (one) => {
    client = one.context.client
    ;[author, handler] = [await makeOperator(), await makeOperator()]
    return () => stage.configure({})
  })

  /** It keeps the key, and asks nobody whether it is quiet. */
  async function submittedAsOlder() {
    const { id, config } = await staged(client, author)
    const editor = await stage.server.open(config)
    editor.edit('Written before it was submitted.')
    await actAsSystem('test', () => Document.query().where({ id }).update({ status: 'in_review' }))
    const asked = { documentId: id, handlerId: handler!.id, submittedBy: author!.id }
    await DocumentReview.create({ ...asked, versionNo: 1 })
    return { id, editor, key: config.document.key }
  }

  const decide = (id: number, decision = 'approve') =>
    client.post(`/app/document/${id}/review`).loginAs(handler!).json({ decision })

  const questions = () =>
    stage.server.log.of('command').filter((one) => JSON.stringify(one).includes('"info"')).length

  test('is not approved while somebody is inside', async ({ assert }) => {
    const { id, editor } = await submittedAsOlder()
    const refused = await decide(id)
    refused.assertStatus(409)
    refused.assertBodyContains({ data: { reason: 'E_BEING_EDITED' } })
    assert.include(refused.body().message, 'have the submission taken back')
    assert.equal((await documentOf(id)).status, 'in_review')
    await editor.close()
  })

  test('is not where the older node noted no more than who is inside', async () => {
    const { id, editor, key } = await submittedAsOlder()
    await DocumentKey.query()
      .where({ editorKey: key })
      .update({ openedAt: null, heardAt: null, servedAt: null })
    const refused = await decide(id)
    refused.assertBodyContains({ data: { reason: 'E_BEING_EDITED' } })
    await editor.close()
  })

  test('is not approved while something is unsaved', async ({ assert }) => {
    stage.configure({ sessionEndSeconds: 0.5 })
    const { id } = await submittedAsOlder()
    stage.server.crash()
    const refused = await decide(id)
    refused.assertStatus(409)
    refused.assertBodyContains({ data: { reason: 'E_UNSAVED_WORK' } })
    assert.include(refused.body().message, 'return the document, or take the submission back')
  })

  test('is returned meanwhile', async () => {
    const { id, editor } = await submittedAsOlder()
    ;(await decide(id, 'return')).assertBodyContains({ data: { status: 'returned' } })
    await editor.close()
  })

  test('is approved once they are done, with their work beside it', async ({ assert }) => {
    const { id, editor } = await submittedAsOlder()
    await editor.close()
    ;(await decide(id)).assertBodyContains({ data: { status: 'approved', versionNo: 1 } })
    assert.equal((await documentOf(id)).lastVersionNo, 2)
  })

  test('is decided on as ever where the editor is off', async () => {
    const { id, editor } = await submittedAsOlder()
    stage.configure({ enabled: false })
    ;(await decide(id)).assertBodyContains({ data: { status: 'approved' } })
    stage.configure({})
    await editor.close()
  })

  test('asks nothing of what this release submitted', async ({ assert }) => {
    const { id, config } = await staged(client, author)
    await (await stage.server.open(config)).close()
    const body = { handlerIds: [handler!.id] }
    ;(await client.post(`/app/document/${id}/submit`).loginAs(author!).json(body)).assertStatus(200)
    const before = questions()
    ;(await decide(id)).assertBodyContains({ data: { status: 'approved' } })
    assert.isAbove(before, 0)
    assert.equal(questions(), before)
  })
})
