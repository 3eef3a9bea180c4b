import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { online, text } from '../../helpers/messaging/people.js'

test.group('Messaging | members that another node let in', () => {
  test('speak, read and take back before this node is told of them', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await online()]
    const to = '/app/im/conversations'
    const made = await client.post(to).bearerToken(ann.token).json({ title: 'Two', memberIds: [] })
    const { id } = made.body().data
    await ann.peer.ask(text('1', { conversationId: id }))
    const outside = await bob.peer.ask(text('2', { conversationId: id }))
    assert.equal(outside.code, 404)

    const membership = { conversation_id: id, user_id: bob.user.id, role: 'member' }
    const seen = { joined_seq: 1, read_seq: 1, created_at: new Date(), muted: false }
    await db.table('conversation_members').insert({ ...membership, ...seen })
    await db.from('conversations').where({ id }).increment('member_version', 1)

    const read = await bob.peer.ask({ type: 'read', conversationId: id, seq: 1 })
    assert.equal(read.seq, 1)
    const sent = await bob.peer.ask(text('3', { conversationId: id }))
    assert.equal(sent.seq, 2)
    const recalled = await bob.peer.ask({ type: 'recall', messageId: sent.messageId })
    assert.equal(recalled.type, 'ack')
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })
})
