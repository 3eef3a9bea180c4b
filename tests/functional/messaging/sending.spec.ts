import { test } from '@japa/runner'
import { groupOf } from '../../helpers/messaging/administered_groups.js'
import { online, person, socketUrl, text } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'

test.group('Messaging | sending', (group) => {
  onEveryDatabase(group)

  test('acknowledge after the commit and deliver to the other, numbering from 1', async ({
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const ack = await ann.peer.ask(text('hello', { to: bob.user.id }))
    assert.containsSubset(ack, { type: 'ack', seq: 1 })
    assert.isNumber(ack.messageId)

    const { message } = await bob.peer.next((frame) => frame.type === 'message')
    assert.containsSubset(message, {
      id: ack.messageId,
      conversationId: ack.conversationId,
      seq: 1,
      senderId: ann.user.id,
      contentType: 'text',
      content: 'hello',
      recalledAt: null,
    })
    const answer = await bob.peer.ask(text('hi', { conversationId: ack.conversationId }))
    assert.equal(answer.seq, 2)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('deliver to the sender’s other sockets, not to the one that sent', async ({ assert }) => {
    const [ann, bob] = [await online(), await person()]
    const other = await Peer.open(socketUrl(), ann.token)
    const ack = await ann.peer.ask(text('to all of me', { to: bob.user.id }))

    const { message } = await other.next((frame) => frame.type === 'message')
    assert.equal(message.id, ack.messageId)
    assert.lengthOf(ann.peer.ofType('message'), 0)
    await Promise.all([ann.peer.close(), other.close()])
  })

  test('store the same client message id once, and answer alike', async ({ assert }) => {
    const [ann, bob] = [await online(), await online()]
    const frame = text('once', { to: bob.user.id })
    const answers = await Promise.all([1, 2, 3].map(() => ann.peer.ask(frame)))
    answers.push(await ann.peer.ask({ ...frame, content: 'changed' }))

    assert.deepEqual([...new Set(answers.map(({ messageId }) => messageId))].length, 1)
    const next = await ann.peer.ask(text('two', { to: bob.user.id }))
    assert.equal(next.seq, 2)
    await bob.peer.next((one) => one.type === 'message' && one.message.seq === 2)
    assert.deepEqual(
      bob.peer.ofType('message').map(({ message }) => message.content),
      ['once', 'two']
    )
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('number without gaps while many send at once, and keep each sender’s order', async ({
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const { conversationId } = await ann.peer.ask(text('first', { to: bob.user.id }))
    const sent = (who: typeof ann, name: string) =>
      Array.from({ length: 80 }, (_, index) =>
        who.peer.ask(text(`${name} ${index}`, { conversationId }))
      )
    const acks = await Promise.all([...sent(ann, 'ann'), ...sent(bob, 'bob')])

    const seqs = acks.map(({ seq }) => seq).sort((a, b) => a - b)
    assert.deepEqual(
      seqs,
      Array.from({ length: 160 }, (_, index) => index + 2)
    )
    const mine = acks.slice(0, 80).map(({ seq }) => seq)
    assert.deepEqual(
      mine,
      [...mine].sort((a, b) => a - b)
    )
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('take the sender from the session, whatever the frame claims', async ({ assert }) => {
    const [ann, bob] = [await online(), await online()]
    await ann.peer.ask({ ...text('forged', { to: bob.user.id }), senderId: bob.user.id, seq: 99 })
    const { message } = await bob.peer.next((frame) => frame.type === 'message')
    assert.equal(message.senderId, ann.user.id)
    assert.equal(message.seq, 1)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('acknowledge a repeat also where the sender is no member any more', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const id = await groupOf(client, ann.token, [bob.user])
    const message = text('x', { conversationId: id })
    const { seq, messageId } = await bob.peer.ask(message)
    const path = `/app/im/conversations/${id}/members/${bob.user.id}`
    ;(await client.delete(path).bearerToken(ann.token)).assertStatus(200)
    assert.containsSubset(await bob.peer.ask(message), { type: 'ack', seq, messageId })
    assert.equal((await bob.peer.ask(text('y', { conversationId: id }))).code, 404)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })
})
