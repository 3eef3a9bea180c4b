import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { dialectOf } from '#kernel/database/dialect'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { PARTS } from '../../../app/plugins/messaging/erasure/conversation_parts.js'
import { removeDeleted } from '../../../app/plugins/messaging/erasure/remove_conversation.js'
import { changeOf, groupOf, LIST, MAY, stage } from '../../helpers/messaging/administered_groups.js'
import {
  anotherSession,
  eventually,
  online,
  person,
  socketUrl,
  text,
} from '../../helpers/messaging/people.js'
import { Peer, type Frame } from '../../helpers/messaging/peer.js'
import { holder, makeDepartment, makeUser } from '../access/support/organisation.js'

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

  test('refuse what was on its way into one that is being closed', async ({ client, assert }) => {
    const { ann, admin, id, closing } = await stage(client)
    await ann.peer.ask(text('warm', { conversationId: id }))
    const sent = Array.from({ length: 40 }, (_, index) =>
      ann.peer.ask(text(`${index}`, { conversationId: id }))
    )
    const closed = admin.caller.put(`${LIST}/${id}/closed`, { closed: true })
    const [response, ...answers] = await Promise.all([closed, ...sent])
    response.assertStatus(200)
    const seqs = answers.flatMap(({ seq }: Frame) => seq ?? [])
    const reasons = answers.flatMap(({ reason }: Frame) => reason ?? [])
    assert.deepEqual(
      [...new Set(reasons)].filter((one) => one !== 'E_CONVERSATION_CLOSED'),
      []
    )
    const row = await db.from('conversations').where({ id }).firstOrFail()
    assert.equal(Number(row.last_seq), 1 + seqs.length)
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
    const late = await Peer.open(socketUrl(), bob.token)
    const ack = await late.ask({
      type: 'sync',
      conversations: [{ id, seq: 2 }],
      since: new Date(0),
    })
    assert.containsSubset(ack, { more: false, anew: [{ id, seq: 0 }] })
    assert.deepEqual([...late.ofType('message'), ...late.ofType('recalled')], [])
    ;(await admin.caller.delete(`${LIST}/${id}`)).assertStatus(404)
    const acts = (await admin.caller.get(`/app/im/admin/acts?conversationId=${id}`)).body().data
    assert.containsSubset(acts.items, [{ action: 'deleted', title, operatorId: admin.user.id }])
    await Promise.all([closing(), late.close()])
  })

  test('answer that one is deleted though what was said goes slowly, and finish it', async ({
    client,
    assert,
  }) => {
    const { ann, bob, admin, id, closing } = await stage(client)
    const { messageId } = await ann.peer.ask(text('held', { conversationId: id }))
    const holding = await db.transaction()
    await holding.from('messages').where('id', messageId).forUpdate()
    ;(await admin.caller.delete(`${LIST}/${id}`)).assertStatus(200)
    await bob.peer.next(changeOf('deleted'))
    ;(await admin.caller.get(`${LIST}/${id}`)).assertStatus(404)
    assert.lengthOf(await db.from('messages').where('conversation_id', id), 1)
    await holding.commit()
    await eventually(async () => (await db.from('conversations').where({ id })).length === 0)
    assert.lengthOf(await db.from('messages').where('conversation_id', id), 0)
    await closing()
  }).skip(() => dialectOf(db.connection()) === 'sqlite', 'SQLite locks no rows')

  test('finish a deletion that was cut short', async ({ client, assert }) => {
    const { ann, admin, id, closing } = await stage(client)
    await ann.peer.ask(text('half gone', { conversationId: id }))
    await db.from('conversation_members').where('conversation_id', id).delete()
    await db
      .from('conversations')
      .where({ id })
      .update({ deleted_at: toStored(clock.now()) })
    ;(await admin.caller.get(`${LIST}/${id}`)).assertStatus(404)
    await removeDeleted()
    assert.lengthOf(await db.from('messages').where('conversation_id', id), 0)
    assert.lengthOf(await db.from('conversations').where({ id }), 0)
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

  test('are listed of people within reach', async ({ client, assert }) => {
    const departmentId = await makeDepartment()
    const { admin, id, closing } = await stage(client)
    ;(await admin.caller.put(`${LIST}/${id}/closed`, { closed: true })).assertStatus(200)
    const { caller } = await holder(client, MAY, { dataScope: 'department', departmentId })
    assert.deepEqual((await caller.get('/app/im/admin/acts')).body().data.items, [])
    await closing()
  })

  test('take no body that is none of theirs', async ({ client }) => {
    const { admin, id, closing } = await stage(client)
    for (const body of [{}, { closed: 'yes' }, { closed: null }])
      (await admin.caller.put(`${LIST}/${id}/closed`, body)).assertStatus(422)
    for (const body of [{}, { userId: 0 }, { userId: '1' }])
      (await admin.caller.put(`${LIST}/${id}/owner`, body)).assertStatus(422)
    ;(await admin.caller.get(`${LIST}/2147483648`)).assertStatus(404)
    await closing()
  })
})
