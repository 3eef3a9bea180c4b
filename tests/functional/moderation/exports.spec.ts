import { parse } from 'csv-parse/sync'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { Notifier } from '#plugins/messaging/main'
import { online, text } from '../../helpers/messaging/people.js'
import { administrator, type Caller } from '../access/support/caller.js'
import { holder } from '../access/support/organisation.js'
import { actsOf, ALL, LIST, MODERATION, stage } from './support/stage.js'

const PEOPLE = `${MODERATION}/people`

async function exported(caller: Caller, path: string): Promise<Record<string, string>[]> {
  const response = await caller.get(path)
  response.assertStatus(200)
  return parse(response.text(), { bom: true, columns: true })
}

test.group('Moderation | exports', () => {
  test('hand out what a person could read', async ({ client, assert, cleanup }) => {
    const { ann, bob, caller, id: group } = await stage(client, cleanup)
    const eve = await online()
    cleanup(async () => void (await eve.peer.close()))
    const { conversationId: direct } = await ann.peer.ask(text('=1+1', { to: bob.user.id }))
    const { seq } = await bob.peer.ask(text('taken back', { conversationId: direct }))
    await bob.peer.ask({ type: 'recall', conversationId: direct, seq })
    const custom = { ...text('', { conversationId: direct }), contentType: 'custom' }
    await bob.peer.ask({ ...custom, content: { a: 'one, "two"' } })
    await eve.peer.ask(text('not for them', { to: ann.user.id }))
    await ann.peer.ask(text('both were there', { conversationId: group }))
    const leave = `/app/im/conversations/${group}/leave`
    ;(await client.post(leave).bearerToken(bob.token)).assertStatus(200)
    await ann.peer.ask(text('one had left', { conversationId: group }))
    await (await app.container.make(Notifier)).send([bob.user.id], { title: 'T', body: 'B' })

    const lines = await exported(caller, `${PEOPLE}/${bob.user.id}/messages`)
    assert.deepEqual(
      lines.map(({ content }) => content),
      ['both were there', "'=1+1", '', '{"a":"one, \\"two\\""}', '{"title":"T","body":"B"}']
    )
    const [inGroup, first, recalled, , notice] = lines
    assert.containSubset(inGroup, { conversationId: `${group}`, conversationType: 'group' })
    assert.containSubset(first, { conversationId: `${direct}`, senderName: ann.user.nickname })
    assert.match(recalled!.recalledAt!, /^\d{4}-/)
    assert.containSubset(notice, { contentType: 'notice', senderId: '' })
    const acts = await actsOf(client, `type=user&subjectId=${bob.user.id}&action=exported`)
    assert.lengthOf(acts, 1)
  })

  test('hand out all of a group, in more than one piece', async ({ client, assert, cleanup }) => {
    const { ann, caller, id, name, acts } = await stage(client, cleanup)
    const rows = Array.from({ length: 1_200 }, (_, index) => ({
      ...{ conversation_id: id, seq: index + 2, kind: 'message', client_message_id: `x${index}` },
      ...{ actor_id: ann.user.id, content_type: 'text', content: `{"text":"${index}"}` },
      created_at: toStored(clock.now()),
    }))
    const file = { content_type: 'file', content: '{"fileId":77,"name":"x.txt","size":1}' }
    rows[2] = { ...rows[2]!, ...file }
    for (let from = 0; from < rows.length; from += 100)
      await db.table('conversation_entries').multiInsert(rows.slice(from, from + 100))
    await db.from('conversations').where({ id }).update({ last_seq: 1_201 })
    const lines = await exported(caller, `${LIST}/${id}/messages`)
    assert.sameOrderedMembers(
      lines.map(({ seq }) => Number(seq)),
      rows.map(({ seq }) => seq)
    )
    assert.containSubset(lines[2], { fileId: '77', content: file.content, conversationName: name })
    assert.containSubset(await acts(), [{ action: 'exported', name }])
  })

  test('of who holds everything are for who does', async ({ client }) => {
    const { id } = await db.from('users').where('username', 'admin').firstOrFail()
    const { caller } = await holder(client, ALL)
    ;(await caller.get(`${PEOPLE}/${id}/messages`)).assertStatus(403)
    const admin = await administrator(client)
    ;(await admin.get(`${PEOPLE}/${id}/messages`)).assertStatus(200)
  })
})
