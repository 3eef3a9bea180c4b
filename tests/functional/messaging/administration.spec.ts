import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#kernel/state/main'
import { PARTS } from '../../../app/plugins/messaging/erasure/conversation_parts.js'
import { changeOf, groupOf, LIST, MAY, stage } from '../../helpers/messaging/administered_groups.js'
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

test.group('Messaging | acts on groups', () => {
  test('close one: nobody writes, everybody reads, until it is opened', async ({
    client,
    assert,
  }) => {
    const { ann, bob, admin, id, title, closing } = await stage(client)
    const first = text('before', { conversationId: id })
    const { seq } = await ann.peer.ask(first)
    for (const _ of [1, 2])
      (await admin.caller.put(`${LIST}/${id}/closed`, { closed: true })).assertStatus(200)
    const heard = await bob.peer.next(changeOf('closed'))
    assert.containsSubset(heard, { conversationId: id, by: admin.user.id })

    const refused = await bob.peer.ask(text('no', { conversationId: id }))
    assert.containsSubset(refused, { type: 'error', code: 403, reason: 'E_CONVERSATION_CLOSED' })
    assert.containsSubset(await ann.peer.ask(first), { type: 'ack', seq })
    assert.equal((await bob.peer.ask({ type: 'read', conversationId: id, seq })).type, 'ack')
    assert.equal((await bob.peer.ask({ type: 'typing', conversationId: id })).type, 'ack')
    const own = (path: string) =>
      client.get(`/app/im/conversations/${id}${path}`).bearerToken(bob.token)
    assert.isString((await own('')).body().data.closedAt)
    assert.lengthOf((await own('/messages')).body().data.items, 1)
    assert.isString((await admin.caller.get(`${LIST}/${id}`)).body().data.closedAt)

    ;(await admin.caller.put(`${LIST}/${id}/closed`, { closed: false })).assertStatus(200)
    await bob.peer.next(changeOf('opened'))
    assert.equal((await bob.peer.ask(text('again', { conversationId: id }))).seq, seq + 1)
    const acts = await admin.caller.get(`/app/im/admin/acts?conversationId=${id}&sort=id`)
    const by = { operatorId: admin.user.id, operatorName: admin.user.nickname, title }
    const [closed, opened, ...others] = acts.body().data.items
    assert.containsSubset(closed, { ...by, action: 'closed', conversationId: id, userId: null })
    assert.containsSubset(opened, { ...by, action: 'opened' })
    assert.deepEqual(others, [])
    assert.lengthOf(ann.peer.ofType('typing'), 0)
    await closing()
  })

  test('give one to another member', async ({ client, assert }) => {
    const { ann, bob, admin, id, closing } = await stage(client)
    const give = (userId: number) => admin.caller.put(`${LIST}/${id}/owner`, { userId })
    const stranger = await person()
    const refused = await give(stranger.user.id)
    refused.assertStatus(400)
    assert.equal(refused.body().data.reason, 'E_MEMBER')
    ;(await give(bob.user.id)).assertStatus(200)
    const heard = await ann.peer.next(changeOf('owner'))
    assert.containsSubset(heard, { ownerId: bob.user.id, by: admin.user.id })
    const rename = (token: string) =>
      client.put(`/app/im/conversations/${id}`).bearerToken(token).json({ title: 'Mine' })
    ;(await rename(ann.token)).assertStatus(403)
    ;(await rename(bob.token)).assertStatus(200)
    const acts = (await admin.caller.get(`/app/im/admin/acts?userId=${bob.user.id}`)).body().data
    assert.containsSubset(acts.items, [{ action: 'owner', conversationId: id }])
    await closing()
  })

  test('delete one for good, and tell who was in it', async ({ client, assert }) => {
    const { ann, bob, admin, id, title, closing } = await stage(client)
    const { messageId } = await ann.peer.ask(text('gone', { conversationId: id }))
    await ann.peer.ask({ type: 'recall', messageId })
    await ann.peer.ask({ ...text('stays', { conversationId: id }), mentions: [bob.user.id] })
    await db.table('message_files').insert({ conversation_id: id, seq: 1, file_id: 1 })
    ;(await admin.caller.delete(`${LIST}/${id}`)).assertStatus(200)
    for (const { peer } of [ann, bob])
      assert.containsSubset(await peer.next(changeOf('deleted')), {
        ...{ conversationId: id, by: admin.user.id },
      })
    for (const table of PARTS)
      assert.lengthOf(await db.from(table).where('conversation_id', id), 0, table)
    assert.lengthOf(await db.from('conversations').where({ id }), 0)

    for (const frame of [
      text('anybody?', { conversationId: id }),
      { type: 'read', conversationId: id, seq: 2 },
      { type: 'typing', conversationId: id },
      { type: 'recall', messageId },
    ])
      assert.containsSubset(await bob.peer.ask(frame), { code: 404, reason: 'E_NOT_FOUND' })
    const list = await client.get('/app/im/conversations').bearerToken(bob.token)
    assert.notInclude(
      list.body().data.items.map((one: { id: number }) => one.id),
      id
    )
    ;(await admin.caller.delete(`${LIST}/${id}`)).assertStatus(404)
    const acts = (await admin.caller.get(`/app/im/admin/acts?conversationId=${id}`)).body().data
    assert.containsSubset(acts.items, [{ action: 'deleted', title, operatorId: admin.user.id }])
    await closing()
  })

  test('are for groups alone, and for who reaches everybody in them', async ({
    client,
    assert,
  }) => {
    const [ann, bob, admin] = [await online(), await person(), await holder(client, MAY)]
    const { conversationId } = await ann.peer.ask(text('hello', { to: bob.user.id }))
    const direct = await admin.caller.delete(`${LIST}/${conversationId}`)
    direct.assertStatus(400)
    assert.equal(direct.body().data.reason, 'E_NOT_A_GROUP')

    const departmentId = await makeDepartment()
    const [one, other] = [await makeUser([], departmentId), await makeUser([], departmentId)]
    const token = await anotherSession(one)
    const [within, mixed] = [
      await groupOf(client, token, [other]),
      await groupOf(client, token, [other, bob.user]),
    ]
    const { caller } = await holder(client, MAY, { dataScope: 'department', departmentId })
    for (const response of [
      await caller.put(`${LIST}/${mixed}/closed`, { closed: true }),
      await caller.put(`${LIST}/${mixed}/owner`, { userId: other.id }),
      await caller.delete(`${LIST}/${mixed}`),
    ]) {
      response.assertStatus(403)
      assert.equal(response.body().data.reason, 'E_FORBIDDEN')
    }
    assert.containsSubset((await caller.get(`${LIST}/${mixed}`)).body().data, {
      ...{ closedAt: null, ownerId: one.id },
    })
    ;(await caller.put(`${LIST}/${within}/closed`, { closed: true })).assertStatus(200)
    ;(await caller.delete(`${LIST}/${within}`)).assertStatus(200)
    await ann.peer.close()
  })
})
