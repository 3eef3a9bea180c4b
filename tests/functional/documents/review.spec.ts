import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/data_scope/reach'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { openGate, type OpenGate } from '../../helpers/open_gate.js'

test.group('Documents | submit and review', (group) => {
  onEveryDatabase(group)
  let gate: OpenGate
  let author: User
  let handler: User
  group.setup(() => {
    const opened = openGate()
    gate = opened.gate
    return opened.shut
  })
  group.each.setup(async () => {
    author = await makeOperator()
    handler = await makeOperator()
    gate.tell(handler.id, nothing)
  })

  async function blank(client: ApiClient): Promise<number> {
    const body = { fileType: 'docx', title: 'Paper' }
    return (await client.post('/app/document').loginAs(author).json(body)).body().data.id
  }

  const submit = (client: ApiClient, id: number, handlerIds?: unknown) =>
    client.post(`/app/document/${id}/submit`).loginAs(author).json({ handlerIds })

  const review = (client: ApiClient, id: number, decision: string, who = handler) =>
    client.post(`/app/document/${id}/review`).loginAs(who).json({ decision, comment: 'because' })

  test('go from draft over review to approved', async ({ client, assert }) => {
    const id = await blank(client)
    const submitted = await submit(client, id, [handler.id])
    submitted.assertBodyContains({ data: { id, status: 'in_review' } })
    const approved = await review(client, id, 'approve')
    approved.assertBodyContains({ data: { id, status: 'approved' } })

    const logs = (await client.get(`/app/document/${id}/logs`).loginAs(author)).body().data.items
    assert.deepEqual(
      logs.map(({ action, operatorId }: Record<string, unknown>) => [action, operatorId]),
      [
        ['approved', handler.id],
        ['submitted', author.id],
        ['created', author.id],
      ]
    )
  })

  test('return, and submit again', async ({ client }) => {
    const id = await blank(client)
    await submit(client, id, [handler.id])
    ;(await review(client, id, 'return')).assertBodyContains({ data: { status: 'returned' } })
    ;(await submit(client, id, [handler.id])).assertBodyContains({ data: { status: 'in_review' } })
    ;(await review(client, id, 'approve')).assertBodyContains({ data: { status: 'approved' } })
  })

  test('wait for every handler to approve, but for one alone to return', async ({ client }) => {
    const second = await makeOperator()
    const id = await blank(client)
    await submit(client, id, [handler.id, second.id])
    ;(await review(client, id, 'approve')).assertBodyContains({ data: { status: 'in_review' } })
    const again = await review(client, id, 'approve')
    again.assertStatus(403)
    again.assertBodyContains({ data: { reason: 'E_NOT_HANDLER' } })
    ;(await review(client, id, 'return', second)).assertBodyContains({
      data: { status: 'returned' },
    })
  })

  test('show a document to its handler beyond their data scope, and no other', async ({
    client,
    assert,
  }) => {
    const [submitted, other] = [await blank(client), await blank(client)]
    const get = (path: string) => client.get(`/app/document/${path}`).loginAs(handler)
    ;(await get(`${submitted}`)).assertStatus(404)
    await submit(client, submitted, [handler.id])
    ;(await get(`${submitted}`)).assertStatus(200)
    ;(await get(`${submitted}/versions`)).assertStatus(200)
    ;(await get(`${submitted}/versions/1/content`)).assertStatus(200)
    ;(await get(`${other}`)).assertStatus(404)
    ;(
      await client.put(`/app/document/${submitted}`).loginAs(handler).json({ title: 'x' })
    ).assertStatus(404)
    ;(await client.delete(`/app/document/${submitted}`).loginAs(handler)).assertStatus(404)

    const list = await client.get('/app/document').loginAs(handler).qs({ submittedToMe: 'true' })
    assert.deepEqual(
      list.body().data.items.map(({ id }: { id: number }) => id),
      [submitted]
    )
    const usual = await client.get('/app/document').loginAs(handler)
    assert.equal(usual.body().data.total, 0)
  })

  test('refuse to submit to {title}')
    .with([
      { title: 'nobody', handlers: [], status: 400, reason: 'E_NO_HANDLER' },
      { title: 'no one named', handlers: undefined, status: 400, reason: 'E_NO_HANDLER' },
      { title: 'somebody unknown', handlers: [2_000_000_000], status: 422, reason: 'E_VALIDATION' },
      { title: 'what is no list', handlers: 5, status: 422, reason: 'E_VALIDATION' },
      { title: 'text', handlers: ['5'], status: 422, reason: 'E_VALIDATION' },
    ])
    .run(async ({ client }, { handlers, status, reason }) => {
      const refused = await submit(client, await blank(client), handlers)
      refused.assertStatus(status)
      refused.assertBodyContains({ code: status, data: { reason } })
    })

  test('refuse to submit to a disabled user', async ({ client }) => {
    const disabled = await makeOperator({ status: 'disabled' })
    ;(await submit(client, await blank(client), [disabled.id])).assertStatus(422)
  })

  test('refuse what the state does not allow, and say why', async ({ client, assert }) => {
    const id = await blank(client)
    const early = await review(client, id, 'approve', author)
    early.assertStatus(400)
    early.assertBodyContains({ data: { reason: 'E_DOCUMENT_STATE' } })
    assert.include(early.body().message, 'a draft')

    await submit(client, id, [handler.id])
    const twice = await submit(client, id, [handler.id])
    twice.assertStatus(400)
    assert.include(twice.body().message, 'under review')
    const restore = await client.post(`/app/document/${id}/versions/1/restore`).loginAs(author)
    restore.assertStatus(400)
    const outsider = await review(client, id, 'approve', author)
    outsider.assertBodyContains({ code: 403, data: { reason: 'E_NOT_HANDLER' } })
    ;(await review(client, id, 'maybe')).assertStatus(422)
  })
})
