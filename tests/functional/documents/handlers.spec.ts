import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { everything, nothing, ownRowsOf, type Reach } from '#kernel/data_scope/reach'
import { type User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { toldSession } from '../../helpers/told_saves.js'

const REVIEW = 'document:document:review'

test.group('Documents | handlers', (group) => {
  let stage: EditorStage
  let client: ApiClient
  let author: User
  let id: number

  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async (one) => {
    client = one.context.client
    stage.configure({ ownReview: false })
    author = await person(everything)
    id = (await staged(client, author)).id
    return () => stage.configure()
  })

  async function person(reach: Reach | null, values: Partial<User> = {}): Promise<User> {
    const user = await makeOperator(values)
    stage.gate.tell(user.id, reach)
    return user
  }

  const submit = (handlerIds: number[], as = author) =>
    client.post(`/app/document/${id}/submit`).loginAs(as).json({ handlerIds })
  const decide = (decision: string, as: User) =>
    client.post(`/app/document/${id}/review`).loginAs(as).json({ decision })
  const read = (as: User) => client.get(`/app/document/${id}`).loginAs(as)

  test('refuse whom neither the submitter nor the document reaches', async ({ assert }) => {
    const stranger = await person(nothing)
    stage.gate.tell(author.id, ownRowsOf(author.id))
    const refused = await submit([stranger.id])
    refused.assertStatus(422)
    assert.equal(refused.body().data.errors[0].field, 'handlerIds')
    ;(await read(stranger)).assertStatus(404)
  })

  test('refuse one who may not review, saying no more of them than of nobody', async ({
    assert,
  }) => {
    const clerk = await person(everything)
    stage.gate.tell(clerk.id, null, REVIEW)
    const [refused, unknown] = [await submit([clerk.id]), await submit([2_000_000_000])]
    refused.assertStatus(422)
    const message = (answer: typeof refused, of: number) =>
      answer.body().data.errors[0].message.replace(String(of), '…')
    assert.equal(message(refused, clerk.id), message(unknown, 2_000_000_000))
  })

  test('refuse oneself, also among others', async () => {
    const other = await person(everything)
    ;(await submit([author.id])).assertStatus(422)
    ;(await submit([other.id, author.id])).assertStatus(422)
    ;(await submit([other.id])).assertStatus(200)
  })

  test('refuse whoever wrote the present version alone, and take one of several', async () => {
    const { save, ...session } = await toldSession(client, stage)
    id = session.id
    const [one, other] = [await person(everything), await person(everything)]
    await save({ status: 6, text: 'A', by: [one.id] }).send()
    ;(await submit([one.id])).assertStatus(422)
    await save({ text: 'A B', by: [one.id, other.id] }).send()
    ;(await submit([one.id])).assertStatus(200)
    ;(await decide('approve', one)).assertStatus(200)
  })

  test('let people review their own where the setting says so', async () => {
    stage.configure({ ownReview: true })
    ;(await submit([author.id])).assertStatus(200)
    ;(await decide('approve', author)).assertStatus(200)
  })

  for (const decision of ['approve', 'return'])
    test(`end the reading with the decision to ${decision}`, async ({ assert }) => {
      const [first, second] = [await person(nothing), await person(nothing)]
      await submit([first.id, second.id])
      if (decision === 'approve') {
        ;(await decide('approve', first)).assertStatus(200)
        ;(await read(first)).assertStatus(200)
      }
      ;(await decide(decision, second)).assertStatus(200)
      for (const handler of [first, second]) {
        ;(await read(handler)).assertStatus(404)
        ;(await client.get(`/app/document/${id}/versions`).loginAs(handler)).assertStatus(404)
        const list = await client.get('/app/document?submittedToMe=true').loginAs(handler)
        assert.equal(list.body().data.total, 0)
      }
    })

  for (const status of ['in_review', 'approved'])
    test(`keep the title of what is ${status}`, async ({ assert }) => {
      const handler = await person(everything)
      await submit([handler.id])
      if (status === 'approved') await decide('approve', handler)
      const renamed = await client
        .put(`/app/document/${id}`)
        .loginAs(author)
        .json({ title: 'Other' })
      renamed.assertStatus(400)
      assert.equal(renamed.body().data.reason, 'E_DOCUMENT_STATE')
      assert.equal((await read(author)).body().data.title, 'Minutes')
    })
})
