import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { actAsSystem } from '#kernel/operator/acting'
import { SessionRegistry } from '#plugins/identity/main'
import { until } from '../../helpers/until.js'
import { online, person, text } from '../../helpers/messaging/people.js'

const WHERE = ['messageId', 'conversationId', 'seq', 'createdAt']

test.group('Messaging | repeats of what is stored', () => {
  test('are acknowledged also where the sender is no member any more', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const made = await client
      .post('/app/im/conversations')
      .bearerToken(ann.token)
      .json({ title: 'Two', memberIds: [bob.user.id] })
    const { id } = made.body().data
    const message = text('x', { conversationId: id })
    const first = await bob.peer.ask(message)
    const out = await client
      .delete(`/app/im/conversations/${id}/members/${bob.user.id}`)
      .bearerToken(ann.token)
    out.assertStatus(200)
    const again = await bob.peer.ask(message)
    assert.equal(again.type, 'ack')
    for (const member of WHERE) assert.equal(again[member], first[member])
    assert.equal((await bob.peer.ask(text('y', { conversationId: id }))).code, 404)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('are acknowledged also where the receiver may be written to no more', async ({ assert }) => {
    const [ann, bob] = [await online(), await person()]
    const message = text('x', { to: bob.user.id })
    const first = await ann.peer.ask(message)
    await actAsSystem('test', () => bob.user.merge({ status: 'disabled' }).save())
    const registry = await app.container.make(SessionRegistry)
    await registry.usersChanged([bob.user.id])
    const own = { conversation_id: first.conversationId, user_id: ann.user.id }
    const memberships = () => db.from('conversation_members').where(own)
    const isMarked = async () => (await memberships().firstOrFail()).read_seq === first.seq
    await until(isMarked)
    await memberships().update({ read_seq: 0 })
    const again = await ann.peer.ask(message)
    assert.deepEqual([again.type, again.seq], ['ack', first.seq])
    await until(isMarked)
    const other = await ann.peer.ask(text('y', { to: bob.user.id }))
    assert.equal(other.reason, 'E_RECEIVER')
    await ann.peer.close()
  })

  test('are acknowledged also where a mention has left', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const made = await client
      .post('/app/im/conversations')
      .bearerToken(ann.token)
      .json({ title: 'Two', memberIds: [bob.user.id] })
    const { id } = made.body().data
    const message = { ...text('x', { conversationId: id }), mentions: [bob.user.id] }
    const first = await ann.peer.ask(message)
    await client.post(`/app/im/conversations/${id}/leave`).bearerToken(bob.token)
    assert.equal((await ann.peer.ask(message)).messageId, first.messageId)
    await ann.peer.close()
  })
})
