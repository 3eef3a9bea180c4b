import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/acting/main'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import app from '@adonisjs/core/services/app'
import { Retention } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import { actionsOf, staged } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'

const DAY = 86_400_000

const SHARES = ['shared', 'share_changed', 'unshared']

const REVIEWS = ['submitted', 'handlers_replaced', 'returned', 'withdrawn', 'mentioned']

const OTHERS = ['created', 'renamed']

test.group('Documents | lines of the log', (group) => {
  const there = lookedAfter(group)
  let client: ApiClient
  let owner: User
  let reader: User
  let handler: User
  let id: number

  group.each.setup(async (one) => {
    client = one.context.client
    ;[owner, reader, handler] = [await makeOperator(), await makeOperator(), await makeOperator()]
    for (const user of [reader, handler]) there.stage.gate.tell(user.id, nothing)
    id = (await staged(client, owner)).id
    await history()
  })

  const path = (rest: string) => `/app/document/${id}${rest}`
  const post = (rest: string, body: object, as = owner) =>
    client.post(path(rest)).loginAs(as).json(body)
  const share = (subject: User, level: string) =>
    post('/shares', { subjectType: 'user', subjectId: subject.id, level })

  /** Something of everything, with the document under review at the end. */
  async function history() {
    const other = await makeOperator()
    await share(other, 'edit')
    await share(other, 'view')
    const subject = { subjectType: 'user', subjectId: other.id }
    await client.delete(path('/shares')).loginAs(owner).qs(subject)
    await client.put(path('')).loginAs(owner).json({ title: 'Paper 2' })
    await post('/mentions', { userIds: [other.id], comment: 'Look' })
    await post('/submit', { handlerIds: [other.id] })
    const handlerIds = [handler.id]
    await client.put(path('/submission')).loginAs(owner).json({ handlerIds })
    await post('/review', { decision: 'return', comment: 'Not for everybody' }, handler)
    await post('/submit', { handlerIds })
    await client.delete(path('/submission')).loginAs(owner)
    await share(reader, 'view')
  }

  async function lines(as: User, qs = {}) {
    const page = await client
      .get(path('/logs'))
      .loginAs(as)
      .qs({ pageSize: 100, ...qs })
    page.assertStatus(200)
    const { items, total } = page.body().data as { items: { action: string }[]; total: number }
    return { actions: [...new Set(items.map(({ action }) => action))], count: items.length, total }
  }

  test('show all of them to who reaches the document and may share it', async ({ assert }) => {
    const { actions, count, total } = await lines(owner)
    assert.sameMembers(actions, [...SHARES, ...REVIEWS, ...OTHERS])
    assert.equal(count, total)
  })

  test('hide shares and reviews from who sees it by a share', async ({ assert }) => {
    const { actions, count, total } = await lines(reader)
    assert.sameMembers(actions, OTHERS)
    assert.equal(count, total)
    for (const action of [...SHARES, ...REVIEWS])
      assert.deepEqual(await lines(reader, { action }), { actions: [], count: 0, total: 0 })
  })

  test('keep an entry for as long as is set, and remove it then', async ({ assert }) => {
    const { id: other } = await staged(client, owner)
    const sweep = async () => (await app.container.make(Retention)).sweep()
    const rename = async (title: string) =>
      (await client.put(`/app/document/${other}`).loginAs(owner).json({ title })).assertStatus(200)
    await rename('One')
    clock.travel(2 * DAY)
    await rename('Two')
    const before = await actionsOf(other)
    clock.travel(362 * DAY)
    await sweep()
    assert.deepEqual(await actionsOf(other), before)
    clock.travel(2 * DAY)
    await sweep()
    assert.deepEqual(await actionsOf(other), ['renamed'])
  })
})
