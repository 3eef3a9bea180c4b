import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/data_scope/reach'
import type { User } from '#plugins/identity/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentReview from '../../../app/plugins/documents/models/document_review.js'
import { makeOperator } from '../../helpers/accounts.js'
import { openGate, type OpenGate } from '../../helpers/open_gate.js'

test.group('Documents | reviews that nobody answered', (group) => {
  let gate: OpenGate
  let client: ApiClient
  let author: User
  let handlers: [User, User, User]
  let id: number

  group.setup(() => {
    const opened = openGate()
    gate = opened.gate
    return () => opened.shut()
  })
  group.each.setup(async (one) => {
    client = one.context.client
    author = await makeOperator()
    handlers = [await handler(), await handler(), await handler()]
    const body = { fileType: 'docx', title: 'Paper' }
    id = (await client.post('/app/document').loginAs(author).json(body)).body().data.id
  })

  async function handler(): Promise<User> {
    const user = await makeOperator()
    gate.tell(user.id, nothing)
    return user
  }

  const idsOf = (users: readonly User[]) => users.map((user) => user.id)
  const path = (rest: string) => `/app/document/${id}/${rest}`
  const submit = async (users: readonly User[]) =>
    (
      await client
        .post(path('submit'))
        .loginAs(author)
        .json({ handlerIds: idsOf(users) })
    ).assertStatus(200)
  const withdraw = async () =>
    (await client.delete(path('submission')).loginAs(author)).assertStatus(200)
  const replace = async (users: readonly User[]) =>
    (
      await client
        .put(path('submission'))
        .loginAs(author)
        .json({ handlerIds: idsOf(users) })
    ).assertStatus(200)
  const decide = async (decision: string, as: User) =>
    (await client.post(path('review')).loginAs(as).json({ decision })).assertStatus(200)
  const keptOf = async () =>
    (await DocumentReview.query().where('documentId', id).orderBy('id')).map((review) => [
      review.handlerId,
      review.decision,
      review.closedAt !== null,
    ])

  test('do not grow however often a document is submitted and taken back', async ({ assert }) => {
    for (let round = 0; round < 3; round++) {
      await submit(handlers)
      await withdraw()
    }
    assert.deepEqual(await keptOf(), [])
    const entries = await DocumentLog.query()
      .where({ documentId: id, action: 'submitted' })
      .orderBy('id')
    for (const { detail } of entries) assert.deepEqual(detail, { handlerIds: idsOf(handlers) })
    assert.lengthOf(entries, 3)
  })

  test('do not grow however often handlers are replaced', async ({ assert }) => {
    const [first, second, third] = handlers
    await submit([first])
    for (let round = 0; round < 3; round++) {
      await replace([second, third])
      await replace([first])
    }
    assert.deepEqual(await keptOf(), [[first.id, null, false]])
    await decide('approve', first)
    assert.deepEqual(await keptOf(), [[first.id, 'approve', true]])
  })

  test('leave what was decided, taken back or returned', async ({ assert }) => {
    const [first, second] = handlers
    await submit(handlers)
    await decide('approve', first)
    await withdraw()
    assert.deepEqual(await keptOf(), [[first.id, 'approve', true]])
    await submit(handlers)
    await decide('return', second)
    assert.deepEqual(await keptOf(), [
      [first.id, 'approve', true],
      [second.id, 'return', true],
    ])
  })
})
