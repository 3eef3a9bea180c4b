import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import {
  beat,
  beatOnlyWhenTold,
  online,
  parts,
  person,
  socketUrl,
  text,
} from '../../helpers/messaging/people.js'
import { Peer, type Frame } from '../../helpers/messaging/peer.js'
import { until } from '../../helpers/until.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'

const ofType =
  (type: string) =>
  (frame: Frame): boolean =>
    frame.type === type

test.group('Messaging | reading and catching up', (group) => {
  onEveryDatabase(group)
  group.each.setup(beatOnlyWhenTold)
  group.each.teardown(() => clock.restore())

  test('bring what was sent while away, in pages, in order, without gaps', async ({ assert }) => {
    const [ann, bob] = [await online(), await person()]
    const acks = await Promise.all(
      Array.from({ length: 180 }, (_, index) => ann.peer.ask(text(`${index}`, { to: bob.user.id })))
    )
    clock.travel(4_000)
    await Promise.all(
      Array.from({ length: 120 }, (_, index) => ann.peer.ask(text(`${index}`, { to: bob.user.id })))
    )
    const { conversationId } = acks[0]!
    const peer = await Peer.open(socketUrl(), bob.token)

    let position = { id: conversationId, seq: 0 }
    let pages = 0
    for (let more = true; more; pages++) {
      const ack = await peer.ask({ type: 'sync', conversations: [position] })
      more = ack.more
      position = ack.conversations[0]
    }
    assert.equal(pages, 2)
    assert.deepEqual(
      peer.ofType('message').map(({ message }) => message.seq),
      Array.from({ length: 300 }, (_, index) => index + 1)
    )
    await Promise.all([ann.peer.close(), peer.close()])
  })

  test('keep one read mark for all sockets, which only rises, and show it to the other', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
    await ann.peer.ask(text('2', { conversationId }))
    await ann.peer.ask(text('3', { conversationId }))
    const unread = async () => {
      const list = await client
        .get('/app/im/conversations')
        .header('authorization', `Bearer ${bob.token}`)
      list.assertStatus(200)
      return list.body().data.items[0].unread
    }
    assert.equal(await unread(), 3)

    assert.equal((await bob.peer.ask({ type: 'read', conversationId, seq: 2 })).type, 'ack')
    assert.equal(await unread(), 1)
    assert.containsSubset(await ann.peer.next(ofType('read')), { userId: bob.user.id, seq: 2 })
    await bob.peer.ask({ type: 'read', conversationId, seq: 1 })
    assert.equal(await unread(), 1)
    const beyond = await bob.peer.ask({ type: 'read', conversationId, seq: 999 })
    assert.equal(beyond.seq, 3)
    assert.equal(await unread(), 0)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('recall one’s own message within two minutes, for good', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await online()]
    const sent = await ann.peer.ask(text('oops', { to: bob.user.id }))
    const { conversationId, messageId } = sent
    const notMine = await bob.peer.ask({ type: 'recall', messageId })
    assert.containsSubset(notMine, { type: 'error', reason: 'E_RECALL_REFUSED' })

    const ack = await ann.peer.ask({ type: 'recall', messageId })
    assert.isString(ack.recalledAt)
    assert.containsSubset(await bob.peer.next(ofType('recalled')), {
      conversationId,
      messageId,
      seq: 1,
    })
    const history = await client
      .get(`/app/im/conversations/${conversationId}/messages`)
      .header('authorization', `Bearer ${bob.token}`)
    const [message] = history.body().data.items
    const list = await client.get('/app/im/conversations').bearerToken(bob.token)
    assert.equal(list.body().data.items[0].unread, 0)
    assert.isNull(message.content)
    assert.equal(message.recalledAt, ack.recalledAt)
    assert.equal((await ann.peer.ask({ type: 'recall', messageId })).recalledAt, ack.recalledAt)

    const late = await ann.peer.ask(text('too late', { conversationId }))
    clock.travel(121_000)
    assert.containsSubset(await ann.peer.ask({ type: 'recall', messageId: late.messageId }), {
      reason: 'E_RECALL_REFUSED',
    })
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('tell of recalls that were missed', async ({ assert }) => {
    const [ann, bob] = [await online(), await online()]
    const { conversationId, messageId } = await ann.peer.ask(text('oops', { to: bob.user.id }))
    await bob.peer.next(ofType('message'))
    await bob.peer.close()
    await ann.peer.ask({ type: 'recall', messageId })

    const back = await Peer.open(socketUrl(), bob.token)
    await back.ask({ type: 'sync', conversations: [{ id: conversationId, seq: 1 }] })
    assert.containsSubset(await back.next(ofType('recalled')), { messageId })
    await Promise.all([ann.peer.close(), back.close()])
  })

  test('show typing and presence, and keep neither', async ({ assert }) => {
    await beat()
    const [ann, bob] = [await online(), await online()]
    const { conversationId } = await ann.peer.ask(text('hi', { to: bob.user.id }))
    ann.peer.send({ type: 'typing', conversationId })
    assert.containsSubset(await bob.peer.next(ofType('typing')), { userId: ann.user.id })

    const { presence } = await parts()
    await until(async () => (await presence.of([bob.user.id]))[0]!.online)
    const asked = await ann.peer.ask({
      type: 'presence',
      userIds: [bob.user.id, 2_000_000_000],
      watch: true,
    })
    assert.deepEqual(asked.users, [
      { userId: bob.user.id, online: true, lastSeen: null },
      { userId: 2_000_000_000, online: false, lastSeen: null },
    ])
    await bob.peer.close()
    const gone = await ann.peer.next(({ type, users }) => type === 'presence' && !users[0].online)
    assert.equal(gone.users[0].userId, bob.user.id)
    assert.isString(gone.users[0].lastSeen)
    await ann.peer.close()
  })

  test('carry mentions and the message that is answered', async ({ assert }) => {
    const [ann, bob, eve] = [await online(), await online(), await person()]
    const { conversationId } = await ann.peer.ask(text('question', { to: bob.user.id }))
    const answer = { ...text('answer', { conversationId }), replyTo: 1, mentions: [ann.user.id] }
    await bob.peer.ask(answer)
    const { message } = await ann.peer.next(ofType('message'))
    assert.containsSubset(message, { replyTo: 1, mentions: [ann.user.id] })

    for (const replyTo of [3, 999]) {
      const unknown = { ...text('x', { conversationId }), replyTo }
      assert.equal((await bob.peer.ask(unknown)).code, 422)
    }
    const stranger = { ...text('x', { conversationId }), mentions: [eve.user.id] }
    assert.equal((await bob.peer.ask(stranger)).code, 422)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })
})
