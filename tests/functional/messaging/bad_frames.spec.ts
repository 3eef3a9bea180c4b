import { connect } from 'node:net'
import { once } from 'node:events'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import {
  beat,
  beatOnlyWhenTold,
  online,
  person,
  socketUrl,
  text,
} from '../../helpers/messaging/people.js'
import app from '@adonisjs/core/services/app'
import { Connections } from '../../../app/plugins/messaging/sockets/connections.js'
import { entriesOf, seqsOf } from '../../helpers/messaging/entries.js'
import { makeOperator } from '../../helpers/accounts.js'
import { until } from '../../helpers/until.js'
import { Peer } from '../../helpers/messaging/peer.js'

test.group('Messaging | bad frames', (group) => {
  group.each.setup(beatOnlyWhenTold)
  group.each.teardown(() => clock.restore())

  test('answer what is no frame with an error, and stay open', async ({ assert }) => {
    const { peer } = await online()
    const nonsense = ['', '{', '[]', '"x"', 'null', '1', '{"type":"fly"}', '{"type":7}', '{}']
    for (const data of [...nonsense, Buffer.from([1, 2, 3])]) {
      peer.raw(data)
      const answer = await peer.next(({ type }) => type === 'error')
      assert.containsSubset(answer, { code: 400, reason: 'E_FRAME' })
    }
    assert.equal((await peer.ask({ type: 'ping' })).type, 'pong')
  })

  test('name the members that are missing or wrong', async ({ assert }) => {
    const { peer } = await online()
    const faulty = [
      { type: 'send' },
      { type: 'send', clientMessageId: 'a', contentType: 'text', content: { text: 'x' } },
      { type: 'send', clientMessageId: 'a', contentType: 'video', content: {}, to: 1 },
      { type: 'send', clientMessageId: '', contentType: 'text', content: { text: 'x' }, to: 1 },
      { type: 'send', clientMessageId: 'a', contentType: 'text', content: { text: '' }, to: 1 },
      { type: 'send', clientMessageId: 'a', contentType: 'text', content: 'x', to: 1 },
      { type: 'send', clientMessageId: 'a', contentType: 'file', content: { fileId: 1 }, to: 1 },
      { type: 'read', conversationId: 1, seq: -1 },
      { type: 'recall', messageId: 1 },
      { type: 'edit', clientMessageId: 'a', conversationId: 1, content: { text: 'x' } },
      { type: 'react', conversationId: 1, seq: 1, reaction: '👍' },
      { type: 'pin', conversationId: 1, seq: 0, on: true },
      { type: 'sync', conversations: [], most: 0 },
      { type: 'sync', conversations: [{ id: 1 }] },
      { type: 'presence', userIds: Array.from({ length: 201 }, () => 1) },
      { type: 'auth' },
    ]
    for (const frame of faulty) {
      assert.containsSubset(await peer.ask(frame), {
        type: 'error',
        code: 422,
        reason: 'E_VALIDATION',
      })
    }
  })

  test('close with 4413 at 65 KiB and at 10 MB, one or many fragments', async ({ assert }) => {
    for (const size of [65 * 1024, 10 * 1024 * 1024]) {
      const { peer } = await online()
      peer.raw('x'.repeat(size))
      assert.equal((await peer.closed).code, 4413)
    }
    const { peer } = await online()
    for (let count = 0; count < 5; count++)
      peer.ws.send('y'.repeat(16 * 1024), { fin: count === 4 })
    assert.equal((await peer.closed).code, 4413)
  })

  test('name the frame that is too large, where it was read', async ({ assert }) => {
    const { peer } = await online()
    const refused = await peer.ask({ type: 'ping', padding: 'x'.repeat(65 * 1024) })
    assert.containSubset(refused, { type: 'error', code: 413, reason: 'E_FRAME_SIZE' })
    assert.equal((await peer.closed).code, 4413)
  })

  test('treat another’s conversation as one that does not exist', async ({ assert }) => {
    const [ann, bob, eve] = [await online(), await person(), await online()]
    const { conversationId } = await ann.peer.ask(text('secret', { to: bob.user.id }))
    const attempts = [
      text('x', { conversationId }),
      { type: 'read', conversationId, seq: 1 },
      { type: 'typing', conversationId },
      { type: 'recall', conversationId, seq: 1 },
      { type: 'edit', conversationId, seq: 1, clientMessageId: 'e', content: { text: 'x' } },
      { type: 'react', conversationId, seq: 1, reaction: '👍', on: true },
      { type: 'pin', conversationId, seq: 1, on: true },
      text('x', { conversationId: 2_000_000_000 }),
    ]
    for (const frame of attempts)
      assert.containsSubset(await eve.peer.ask(frame), { type: 'error', code: 404 })

    const synced = await eve.peer.ask({
      type: 'sync',
      conversations: [{ id: conversationId, seq: 0 }],
    })
    assert.containSubset(synced, { type: 'ack', conversations: [], gone: [conversationId] })
    assert.lengthOf(eve.peer.ofType('entries'), 0)
  })

  test('refuse to write to nobody, to oneself and to the disabled', async ({ assert }) => {
    const ann = await online()
    const gone = { user: await makeOperator({ status: 'disabled' }) }
    for (const to of [ann.user.id, gone.user.id, 2_000_000_000])
      assert.containsSubset(await ann.peer.ask(text('x', { to })), {
        code: 400,
        reason: 'E_RECEIVER',
      })
  })

  test('refuse content that is nested too deep, has too many values or grows too large', async ({
    assert,
  }) => {
    const [ann, bob] = [await online(), await person()]
    const deep = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`
    const large = `{"a":[${Array.from({ length: 9_000 }, () => '1e20').join(',')}]}`
    const wide = `{"a":[${Array.from({ length: 2_000 }, () => '{}').join(',')}]}`
    for (const content of [deep, wide, large]) {
      ann.peer.raw(
        `{"type":"send","id":"x","clientMessageId":"deep","contentType":"custom","content":${content},"to":${bob.user.id}}`
      )
      const answer = await ann.peer.next(({ type }) => type === 'error')
      assert.equal(answer.code, 422)
    }
  })

  test('close with 4429 on 10,000 frames a second, and on as many pings', async ({ assert }) => {
    const [ann, bob] = [await online(), await online()]
    for (let count = 0; count < 10_000; count++) ann.peer.raw('{"type":"ping"}')
    assert.equal((await ann.peer.closed).code, 4429)
    for (let count = 0; count < 10_000; count++) bob.peer.ws.ping()
    assert.equal((await bob.peer.closed).code, 4429)
  })

  test('find a half-open socket within 60 seconds', async ({ assert }) => {
    const { user, token } = await person()
    const connections = await app.container.make(Connections)
    const raw = connect(Number(process.env.PORT), process.env.HOST)
    raw.write(
      `GET /ws/im HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nAuthorization: Bearer ${token}\r\n\r\n`
    )
    await once(raw, 'data')
    await until(() => connections.isOnline(user.id))
    const closed = once(raw.resume(), 'close')
    clock.travel(26_000)
    await beat()
    clock.travel(30_000)
    await beat()
    await closed
    assert.isTrue(raw.destroyed || raw.readableEnded)
  })

  test('close a consumer that is too slow with 1013, bounded in memory, and let it catch up', async ({
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const connections = await app.container.make(Connections)
    bob.peer.ws.pause()
    const body = 'z'.repeat(19_000)
    let conversationId = 0
    let sent = 0
    while (connections.isOnline(bob.user.id) && sent < 2_000) {
      const acks = await Promise.all(
        Array.from({ length: 20 }, () => ann.peer.ask(text(body, { to: bob.user.id })))
      )
      conversationId = acks[0]!.conversationId
      sent += acks.length
      clock.travel(400)
      const [slow] = [...connections.ofUser(bob.user.id)]
      if (slow?.closing) break
    }
    bob.peer.ws.resume()
    assert.equal((await bob.peer.closed).code, 1013)

    const back = await Peer.open(socketUrl(), bob.token)
    const seen = new Set(seqsOf(entriesOf(bob.peer.frames)))
    let conversations = [{ id: conversationId, seq: seen.size }]
    while (conversations[0]!.seq < sent)
      ({ conversations } = await back.ask({ type: 'sync', conversations }))
    for (const seq of seqsOf(entriesOf(back.frames))) seen.add(seq)
    assert.equal(seen.size, sent)
  })
})
