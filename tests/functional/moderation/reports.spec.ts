import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { PersonalData, Retention } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import type { ModerationConfig } from '#plugins/moderation/main'
import { text } from '../../helpers/messaging/people.js'
import { holder, makeDepartment } from '../access/support/organisation.js'
import { ALL, LIST, MODERATION, stage } from './support/stage.js'

const REPORTS = `${MODERATION}/reports`

const reporting =
  (client: ApiClient, id: number) =>
  (token: string, seq: number, reason = 'rude') => {
    const path = `/app/im/conversations/${id}/messages/${seq}/reports`
    return client.post(path).bearerToken(token).json({ reason })
  }

test.group('Moderation | reported messages', () => {
  test('come to moderators, who close them', async ({ client, assert, cleanup }) => {
    const { ann, bob, moderator, caller, id, acts } = await stage(client, cleanup)
    const { seq } = await ann.peer.ask(text('a rude word', { conversationId: id }))
    const report = reporting(client, id)
    ;(await report(bob.token, seq, ' It is rude ')).assertStatus(200)
    for (const [answer, reason] of [
      [await report(bob.token, seq), 'E_REPORTED'],
      [await report(ann.token, seq), 'E_REPORT_REFUSED'],
    ] as const)
      assert.equal(answer.body().data.reason, reason)
    const list = async (query: string) =>
      (await caller.must(caller.get(`${REPORTS}?conversationId=${id}&${query}`))).items
    const [open] = await list('')
    assert.containSubset(open, {
      ...{ seq, senderName: ann.user.nickname, reporterId: bob.user.id, outcome: null },
      ...{ reason: 'It is rude', contentType: 'text', content: { text: 'a rude word' } },
    })
    assert.deepEqual(await list('closed=true'), [])
    const close = (outcome: string, note?: string) =>
      caller.put(`${REPORTS}/${open.id}/outcome`, { outcome, note })
    ;(await close('maybe')).assertStatus(422)
    ;(await close('upheld', 'Talked to')).assertStatus(200)
    assert.equal((await close('dismissed')).body().data.reason, 'E_REPORT_CLOSED')
    assert.deepEqual(await list(''), [])
    assert.containSubset(await list(`closed=true&senderId=${ann.user.id}`), [
      { outcome: 'upheld', note: 'Talked to', closedBy: moderator.id },
    ])
    assert.containSubset(await acts(), [
      { action: 'report_closed', after: { seq, userId: ann.user.id } },
    ])
  })

  test('keep what was reported after an edit and a recall', async ({ client, assert, cleanup }) => {
    const { ann, bob, caller, id } = await stage(client, cleanup)
    const { seq } = await ann.peer.ask(text('rude', { conversationId: id }))
    const place = { conversationId: id, seq }
    ;(await reporting(client, id)(bob.token, seq)).assertStatus(200)
    const content = { text: 'polite' }
    await ann.peer.ask({ type: 'edit', ...place, clientMessageId: `edit-${id}`, content })
    assert.equal((await ann.peer.ask({ type: 'recall', ...place })).type, 'ack')
    const { items } = await caller.must(caller.get(`${REPORTS}?conversationId=${id}`))
    assert.deepEqual(items[0].content, { text: 'rude' })
    await caller.must(caller.delete(`${LIST}/${id}`))
    assert.lengthOf(await db.from('moderation_reports').where('conversation_id', id), 0)
  })

  test('are shown by the reach of their senders', async ({ client, assert, cleanup }) => {
    const departmentId = await makeDepartment()
    const { ann, bob, id } = await stage(client, cleanup)
    const { seq } = await ann.peer.ask(text('rude', { conversationId: id }))
    ;(await reporting(client, id)(bob.token, seq)).assertStatus(200)
    const elsewhere = await holder(client, ALL, { dataScope: 'department', departmentId })
    const own = await holder(client, ALL)
    const reports = () => db.from('moderation_reports').where('conversation_id', id)
    await reports().update({ sender_id: own.user.id })
    const row = await reports().firstOrFail()
    for (const { caller } of [elsewhere, own]) {
      const { items } = await caller.must(caller.get(`${REPORTS}?conversationId=${id}`))
      assert.deepEqual(items, [])
      const close = caller.put(`${REPORTS}/${row.id}/outcome`, { outcome: 'dismissed' })
      ;(await close).assertStatus(404)
    }
  })

  test('are limited in number, and in time once closed', async ({ client, assert, cleanup }) => {
    const config = app.config.get<ModerationConfig>('moderation')
    const before = config.reportsPerHour
    cleanup(() => void (config.reportsPerHour = before))
    config.reportsPerHour = 2
    const { ann, bob, id } = await stage(client, cleanup)
    for (const words of ['1', '2', '3']) await ann.peer.ask(text(words, { conversationId: id }))
    const report = reporting(client, id)
    for (const seq of [2, 3]) (await report(bob.token, seq)).assertStatus(200)
    ;(await report(bob.token, 4)).assertStatus(429)

    const reports = () => db.from('moderation_reports').where('conversation_id', id)
    const old = toStored(clock.now() - (config.reportDays + 1) * 86_400_000)
    await reports().update({ created_at: old })
    await reports().where('seq', 2).update({ closed_at: old, outcome: 'upheld' })
    await (await app.container.make(Retention)).sweep()
    assert.deepEqual(await reports().select('seq'), [{ seq: 3 }])
  })

  test('go with whoever made them, and whoever they are about', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { ann, bob, id } = await stage(client, cleanup)
    const { seq } = await ann.peer.ask(text('rude', { conversationId: id }))
    const personal = await app.container.make(PersonalData)
    const own = personal.holdings().find(({ plugin }) => plugin === 'moderation')!
    for (const { user } of [ann, bob]) {
      ;(await reporting(client, id)(bob.token, seq)).assertStatus(200)
      await own.erase({ id: user.id, username: user.username })
      assert.lengthOf(await db.from('moderation_reports').where('conversation_id', id), 0)
    }
  })
})
