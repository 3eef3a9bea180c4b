import { parse } from 'csv-parse/sync'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { Notifier } from '#plugins/messaging/main'
import { groupOf, LIST, stage } from '../../helpers/messaging/administered_groups.js'
import { online, person, text } from '../../helpers/messaging/people.js'
import { administrator, type Caller } from '../access/support/caller.js'
import { holder, makeDepartment, makeUser } from '../access/support/organisation.js'

const PEOPLE = '/app/im/admin/people'
const MAY = ['im:message:export', 'im:act:list']

type Line = Record<string, string>

async function exported(caller: Caller, path: string): Promise<Line[]> {
  const response = await caller.get(path)
  response.assertStatus(200)
  return parse(response.text(), { bom: true, columns: true })
}

const said = (lines: readonly Line[]) => lines.map(({ content }) => content)

test.group('Messaging | exports', () => {
  test('hand out all that a person wrote and could read, and nothing else', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await online(), await online(), await online()]
    const { caller } = await holder(client, MAY)
    const { conversationId: direct } = await ann.peer.ask(text('=1+1', { to: bob.user.id }))
    const { messageId } = await bob.peer.ask(text('taken back', { conversationId: direct }))
    await bob.peer.ask({ type: 'recall', messageId })
    const custom = { ...text('', { conversationId: direct }), contentType: 'custom' }
    await bob.peer.ask({ ...custom, content: { a: 'one, "two"' } })
    await eve.peer.ask(text('not for them', { to: ann.user.id }))
    const group = await groupOf(client, ann.token, [bob.user, eve.user])
    await eve.peer.ask(text('both were there', { conversationId: group }))
    const leave = `/app/im/conversations/${group}/leave`
    ;(await client.post(leave).bearerToken(bob.token)).assertStatus(200)
    await eve.peer.ask(text('one had left', { conversationId: group }))
    await (await app.container.make(Notifier)).send([bob.user.id], { title: 'T', body: 'B' })

    const response = await caller.get(`${PEOPLE}/${bob.user.id}/messages`)
    const name = new RegExp(
      `^attachment; filename="messages-of-person-${bob.user.id}-[-\\d]+\\.csv"$`
    )
    assert.match(String(response.header('content-disposition')), name)
    const lines = await exported(caller, `${PEOPLE}/${bob.user.id}/messages`)
    assert.deepEqual(said(lines), [
      ...["'=1+1", '', '{"a":"one, \\"two\\""}'],
      ...['both were there', '{"title":"T","body":"B"}'],
    ])
    const [first, recalled, , inGroup, notice] = lines
    assert.containsSubset(first, {
      ...{ conversationId: `${direct}`, conversationType: 'direct', seq: '1', recalledAt: '' },
      ...{ senderId: `${ann.user.id}`, senderName: ann.user.nickname },
    })
    assert.match(recalled!.recalledAt!, /^\d{4}-/)
    assert.containsSubset(inGroup, { conversationId: `${group}`, conversationType: 'group' })
    assert.containsSubset(notice, { contentType: 'notice', senderId: '' })
    const acts = (await caller.get(`/app/im/admin/acts?userId=${bob.user.id}`)).body().data.items
    assert.lengthOf(acts, 2)
    assert.containsSubset(acts[0], { action: 'exported', conversationId: null })
    await Promise.all([ann, bob, eve].map(({ peer }) => peer.close()))
  })

  test('hand out all of a group, files by their numbers, in more than one piece', async ({
    client,
    assert,
  }) => {
    const { ann, id, title, closing } = await stage(client)
    const { caller } = await holder(client, MAY)
    const rows = Array.from({ length: 1_200 }, (_, index) => ({
      ...{ conversation_id: id, seq: index + 1, client_message_id: `x${index}` },
      ...{ sender_id: ann.user.id, content_type: 'text', content: `"${index}"` },
      created_at: toStored(clock.now()),
    }))
    for (let from = 0; from < rows.length; from += 100)
      await db.table('messages').multiInsert(rows.slice(from, from + 100))
    await db.from('conversations').where({ id }).update({ last_seq: rows.length })
    const file = JSON.stringify({ fileId: 77, name: 'x.txt', size: 1 })
    await db
      .from('messages')
      .where({ conversation_id: id, seq: 3 })
      .update({ content_type: 'file', content: file })
    const lines = await exported(caller, `${LIST}/${id}/messages`)
    assert.deepEqual(
      lines.map(({ seq }) => Number(seq)),
      Array.from({ length: 1_200 }, (_, index) => index + 1)
    )
    assert.containsSubset(lines[2], { fileId: '77', content: file, conversationTitle: title })
    const acts = (await caller.get(`/app/im/admin/acts?conversationId=${id}`)).body().data.items
    assert.containsSubset(acts, [{ action: 'exported', title, userId: null }])
    await closing()
  })

  test('are for who holds the permission and reaches whom it is about', async ({ client }) => {
    const { bob, admin, id, closing } = await stage(client)
    for (const path of [`${PEOPLE}/${bob.user.id}/messages`, `${LIST}/${id}/messages`])
      (await admin.caller.get(path)).assertStatus(403)
    const departmentId = await makeDepartment()
    const [inside, outside] = [await makeUser([], departmentId), await person()]
    const mixed = await groupOf(client, outside.token, [inside])
    const { caller } = await holder(client, MAY, { dataScope: 'department', departmentId })
    ;(await caller.get(`${PEOPLE}/${inside.id}/messages`)).assertStatus(200)
    ;(await caller.get(`${PEOPLE}/${outside.user.id}/messages`)).assertStatus(404)
    ;(await caller.get(`${LIST}/${mixed}/messages`)).assertStatus(403)
    ;(await caller.get(`${LIST}/${id}/messages`)).assertStatus(404)
    ;(await caller.get(`${PEOPLE}/2147483647/messages`)).assertStatus(404)
    await closing()
  })

  test('of who holds everything are for who does', async ({ client }) => {
    const { caller } = await holder(client, MAY, { dataScope: 'all' })
    const admin = await administrator(client)
    const { id } = await db.from('users').where('username', 'admin').firstOrFail()
    ;(await caller.get(`${PEOPLE}/${id}/messages`)).assertStatus(403)
    ;(await admin.get(`${PEOPLE}/${id}/messages`)).assertStatus(200)
  })
})
