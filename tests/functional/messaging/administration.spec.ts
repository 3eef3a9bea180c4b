import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#kernel/state/clock'
import { Notifier } from '#plugins/messaging/main'
import { groupOf, LIST, MAY, stage } from '../../helpers/messaging/administered_groups.js'
import { anotherSession, online, person, text } from '../../helpers/messaging/people.js'
import { holder, makeDepartment, makeUser } from '../access/support/organisation.js'

test.group('Messaging | conversations of others', () => {
  test('are listed by what is known of them, never by what is said', async ({ client, assert }) => {
    const { ann, bob, admin, id, title, closing } = await stage(client)
    for (const words of ['hidden words', 'more of them'])
      await ann.peer.ask(text(words, { conversationId: id }))
    const listed = await admin.caller.get(`${LIST}?keyword=${title.toUpperCase()}`)
    listed.assertStatus(200)
    const [item, ...others] = listed.body().data.items
    assert.deepEqual(others, [])
    assert.containsSubset(item, {
      ...{ id, type: 'group', title, ownerId: ann.user.id, ownerName: ann.user.nickname },
      ...{ members: 2, messages: 2, closedAt: null },
    })
    assert.isString(item.lastMessageAt)
    assert.notInclude(JSON.stringify(listed.body()), 'hidden words')
    assert.deepEqual((await admin.caller.get(`${LIST}/${id}`)).body().data, item)

    const idsBy = async (query: string) => {
      const response = await admin.caller.get(`${LIST}?keyword=${title}&${query}`)
      response.assertStatus(200)
      return response.body().data.items.map((one: { id: number }) => one.id)
    }
    const yesterday = new Date(clock.now() - 86_400_000).toISOString()
    for (const [query, found] of [
      [`memberId=${bob.user.id}`, true],
      [`memberId=${admin.user.id}`, false],
      [`ownerId=${ann.user.id}`, true],
      [`ownerId=${bob.user.id}`, false],
      ['type=direct', false],
      ['closed=true', false],
      ['closed=false', true],
      [`createdAtFrom=${yesterday}&lastMessageAtFrom=${yesterday}`, true],
      [`lastMessageAtTo=${yesterday}`, false],
      ['sort=-lastMessageAt,title', true],
    ] as const)
      assert.deepEqual(await idsBy(query), found ? [id] : [], query)
    for (const query of ['type=room', 'sort=secret', 'ownerId=x', 'createdAtFrom=never'])
      (await admin.caller.get(`${LIST}?${query}`)).assertStatus(422)
    await closing()
  })

  test('show direct ones and those of the service, with what is left of them', async ({
    client,
    assert,
  }) => {
    const [ann, bob, admin] = [await online(), await person(), await holder(client, MAY)]
    const { conversationId } = await ann.peer.ask(text('hello', { to: bob.user.id }))
    await (await app.container.make(Notifier)).send([bob.user.id], { title: 'T', body: 'B' })
    await db.from('conversations').where('id', conversationId).update({ removed_seq: 1 })
    const { items } = (await admin.caller.get(`${LIST}?memberId=${bob.user.id}&sort=type`)).body()
      .data
    assert.containsSubset(items, [
      { id: conversationId, type: 'direct', members: 2, messages: 0, ownerId: null },
      { type: 'system', members: 1, messages: 1 },
    ])
    await ann.peer.close()
  })

  test('are those in which somebody within reach is present', async ({ client, assert }) => {
    const departmentId = await makeDepartment()
    const [inside, outside] = [await makeUser([], departmentId), await makeUser()]
    const owner = await person()
    const shared = await groupOf(client, owner.token, [inside, outside])
    const strange = await groupOf(client, owner.token, [outside])
    const sketch = { dataScope: 'department', departmentId } as const
    const { caller } = await holder(client, MAY, sketch)
    const seen = async () =>
      (await caller.get(`${LIST}?ownerId=${owner.user.id}`))
        .body()
        .data.items.map((one: { id: number }) => one.id)
    assert.deepEqual(await seen(), [shared])
    ;(await caller.get(`${LIST}/${shared}`)).assertStatus(200)
    ;(await caller.get(`${LIST}/${strange}`)).assertStatus(404)
    ;(await caller.put(`${LIST}/${strange}/closed`, { closed: true })).assertStatus(404)

    const left = await client
      .post(`/app/im/conversations/${shared}/leave`)
      .bearerToken(await anotherSession(inside))
    left.assertStatus(200)
    assert.deepEqual(await seen(), [])
  })

  test('are nobody’s without the permission', async ({ client }) => {
    const { ann, id, closing } = await stage(client)
    const { caller } = await holder(client, ['im:online:list'])
    for (const response of [
      await caller.get(LIST),
      await caller.get(`${LIST}/${id}`),
      await caller.put(`${LIST}/${id}/closed`, { closed: true }),
      await caller.put(`${LIST}/${id}/owner`, { userId: ann.user.id }),
      await caller.delete(`${LIST}/${id}`),
      await caller.get('/app/im/admin/acts'),
    ])
      response.assertStatus(403)
    await closing()
  })
})
