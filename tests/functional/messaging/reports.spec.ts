import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { Retention } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import type { MessagingConfig } from '#plugins/messaging/main'
import { stage } from '../../helpers/messaging/administered_groups.js'
import { anotherSession, text } from '../../helpers/messaging/people.js'
import { holder, makeDepartment } from '../access/support/organisation.js'

const REPORTS = '/app/im/admin/reports'
const MAY = ['im:report:list', 'im:report:close', 'im:act:list']

const reporting =
  (client: ApiClient, id: number) =>
  (token: string, seq: number, reason = 'rude') =>
    client
      .post(`/app/im/conversations/${id}/messages/${seq}/reports`)
      .bearerToken(token)
      .json({ reason })

test.group('Messaging | reported messages', () => {
  test('come to who may look at them, who says what came of it', async ({ client, assert }) => {
    const { ann, bob, id, closing } = await stage(client)
    const office = await holder(client, MAY)
    const { seq } = await ann.peer.ask(text('a rude word', { conversationId: id }))
    const report = reporting(client, id)
    ;(await report(bob.token, seq, ' It is rude ')).assertStatus(200)
    const again = await report(bob.token, seq)
    again.assertStatus(409)
    assert.equal(again.body().data.reason, 'E_REPORTED')

    const list = async (query: string) => {
      const response = await office.caller.get(`${REPORTS}?conversationId=${id}&${query}`)
      response.assertStatus(200)
      return response.body().data.items
    }
    const [open, ...others] = await list('')
    assert.deepEqual(others, [])
    assert.containsSubset(open, {
      ...{ seq, senderId: ann.user.id, reporterId: bob.user.id, reason: 'It is rude' },
      ...{ senderName: ann.user.nickname, outcome: null, message: { content: 'a rude word' } },
    })
    assert.deepEqual(await list('closed=true'), [])
    const close = (body: object) => office.caller.put(`${REPORTS}/${open.id}/outcome`, body)
    ;(await close({ outcome: 'maybe' })).assertStatus(422)
    ;(await close({ outcome: 'upheld', note: 'Talked to' })).assertStatus(200)
    const twice = await close({ outcome: 'dismissed' })
    twice.assertStatus(409)
    assert.equal(twice.body().data.reason, 'E_REPORT_CLOSED')
    assert.deepEqual(await list(''), [])
    const [closed] = await list(`closed=true&senderId=${ann.user.id}`)
    assert.containsSubset(closed, {
      ...{ outcome: 'upheld', note: 'Talked to', closedBy: office.user.id },
    })
    const acts = (await office.caller.get(`/app/im/admin/acts?conversationId=${id}`)).body().data
    assert.containsSubset(acts.items, [{ action: 'report_closed', userId: ann.user.id }])
    await closing()
  })

  test('say no more once they are recalled, and go with their conversation', async ({
    client,
    assert,
  }) => {
    const { ann, bob, id, closing } = await stage(client)
    const office = await holder(client, [...MAY, 'im:conversation:delete'])
    const { seq, messageId } = await ann.peer.ask(text('rude', { conversationId: id }))
    ;(await reporting(client, id)(bob.token, seq)).assertStatus(200)
    await ann.peer.ask({ type: 'recall', messageId })
    const [item] = (await office.caller.get(`${REPORTS}?conversationId=${id}`)).body().data.items
    assert.isNull(item.message.content)
    ;(await office.caller.delete(`/app/im/admin/conversations/${id}`)).assertStatus(200)
    assert.lengthOf(await db.from('message_reports').where('conversation_id', id), 0)
    await closing()
  })

  test('are shown by the reach of their senders, and to none of these', async ({
    client,
    assert,
  }) => {
    const departmentId = await makeDepartment()
    const { ann, id, closing } = await stage(client)
    const inside = await holder(client, MAY, { dataScope: 'department', departmentId })
    const other = await holder(client, MAY)
    const token = await anotherSession(other.user)
    const added = await client
      .post(`/app/im/conversations/${id}/members`)
      .bearerToken(ann.token)
      .json({ userIds: [other.user.id] })
    added.assertStatus(200)
    const { seq } = await ann.peer.ask(text('rude', { conversationId: id }))
    ;(await reporting(client, id)(token, seq)).assertStatus(200)
    const row = await db.from('message_reports').where('conversation_id', id).firstOrFail()
    const seen = async ({ caller }: typeof inside) =>
      (await caller.get(`${REPORTS}?conversationId=${id}`)).body().data.items.length
    assert.deepEqual([await seen(inside), await seen(other)], [0, 1])
    await db.from('message_reports').where('id', row.id).update({ sender_id: other.user.id })
    assert.equal(await seen(other), 0)
    const outcome = { outcome: 'dismissed' }
    for (const { caller } of [inside, other])
      (await caller.put(`${REPORTS}/${row.id}/outcome`, outcome)).assertStatus(404)
    const { caller } = await holder(client, ['im:online:list'])
    ;(await caller.get(REPORTS)).assertStatus(403)
    ;(await caller.put(`${REPORTS}/${row.id}/outcome`, outcome)).assertStatus(403)
    await closing()
  })

  test('are so many of one person in an hour, and closed ones kept for a time', async ({
    client,
    assert,
    cleanup,
  }) => {
    const config = app.config.get<MessagingConfig>('messaging')
    const before = config.reportsPerHour
    cleanup(() => void (config.reportsPerHour = before))
    config.reportsPerHour = 2
    const { ann, bob, id, closing } = await stage(client)
    for (const words of ['1', '2', '3']) await ann.peer.ask(text(words, { conversationId: id }))
    const report = reporting(client, id)
    for (const seq of [1, 2]) (await report(bob.token, seq)).assertStatus(200)
    const beyond = await report(bob.token, 3)
    beyond.assertStatus(429)
    assert.isAbove(Number(beyond.header('retry-after')), 0)

    const reports = () => db.from('message_reports').where('conversation_id', id)
    const old = toStored(clock.now() - (config.actDays + 1) * 86_400_000)
    await reports().update({ created_at: old })
    await reports().where('seq', 1).update({ closed_at: old, outcome: 'upheld' })
    await (await app.container.make(Retention)).sweep()
    assert.deepEqual(
      (await reports()).map(({ seq }) => Number(seq)),
      [2]
    )
    await closing()
  })
})
