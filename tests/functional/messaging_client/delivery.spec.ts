import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { MemoryPositions, MessagingError } from '../../../clients/messaging/src/index.js'
import { chatter, Chatter } from '../../helpers/messaging/client.js'
import { eventually, person } from '../../helpers/messaging/people.js'
import { Relay } from '../../helpers/relay.js'

const through = (relay: Relay) => ({ baseUrl: `http://127.0.0.1:${relay.port}` })
const relayed = () => Relay.to(process.env.HOST!, Number(process.env.PORT))
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test.group('Messaging client | delivery', () => {
  test('hand every message to both ends once, in order', async ({ assert, cleanup }) => {
    const [ann, bob] = [await chatter(), await chatter()]
    cleanup(() => [ann, bob].forEach(({ chat }) => chat.client.close()))
    const [first] = await Promise.all(
      upTo(30).map((number) => ann.chat.client.sendText({ to: bob.user.id }, `text ${number}`))
    )
    const { conversationId } = first!
    await Promise.all(
      upTo(30).map((number) => bob.chat.client.sendText({ conversationId }, `back ${number}`))
    )

    for (const { chat } of [ann, bob]) {
      await eventually(() => chat.messages.length === 60)
      assert.deepEqual(chat.seqs(conversationId), upTo(60))
    }
    assert.deepEqual(ann.chat.messages, bob.chat.messages)
    assert.deepEqual(ann.chat.messages[0], first)
    const sent = upTo(30).map((number) => `text ${number}`)
    assert.deepEqual(
      bob.chat.texts().filter((text) => text.startsWith('text')),
      sent
    )
  })

  test('bring what happened while the socket was cut, also changes of what is known', async ({
    assert,
    cleanup,
  }) => {
    const relay = await relayed()
    const [ann, bob] = [await chatter(), await chatter(through(relay))]
    cleanup(async () => {
      ;[ann, bob].forEach(({ chat }) => chat.client.close())
      await relay.close()
    })
    const { client } = ann.chat
    const one = await client.sendText({ to: bob.user.id }, 'one')
    const { conversationId } = one
    const two = await client.sendText({ conversationId }, 'two')
    await eventually(() => bob.chat.messages.length === 2)

    relay.cut()
    await eventually(() => bob.chat.client.state !== 'online')
    const edited = await client.edit(one, { text: 'first' })
    assert.containSubset(edited, { conversationId, targetSeq: 1, seq: 3 })
    await client.react(one, '👍')
    await client.pin(one)
    await client.recall(two)
    for (const number of upTo(100)) void client.sendText({ conversationId }, `text ${number}`)
    await eventually(() => client.pending === 0)
    relay.restore()

    await eventually(() => bob.chat.messages.length === 102)
    await eventually(() => bob.chat.client.state === 'online')
    assert.deepEqual(bob.chat.seqs(conversationId), upTo(106))
    assert.containSubset(bob.chat.changes, [
      { kind: 'edit', targetSeq: 1, content: { text: 'first' } },
      { kind: 'reaction', targetSeq: 1, reactions: { '👍': 1 } },
      { kind: 'pin', targetSeq: 1 },
      { kind: 'recall', targetSeq: 2, recalledBy: ann.user.id },
    ])
    assert.deepEqual(
      bob.chat.client.changesAfter(conversationId, 5).map(({ kind }) => kind),
      ['recall']
    )
  })

  test('store once what was on its way when sockets were cut', async ({ assert, cleanup }) => {
    const relay = await relayed()
    const [ann, bob] = [await chatter(through(relay)), await chatter(through(relay))]
    cleanup(async () => {
      ;[ann, bob].forEach(({ chat }) => chat.client.close())
      await relay.close()
    })
    const { conversationId } = await ann.chat.client.sendText({ to: bob.user.id }, 'before')
    const sent = upTo(40).flatMap((number) =>
      [ann, bob].map(({ chat }) => chat.client.sendText({ conversationId }, `text ${number}`))
    )
    for (const part of [20, 50]) {
      await eventually(() => ann.chat.messages.length > part)
      relay.cut()
      relay.restore()
    }
    await Promise.all(sent)

    for (const { chat } of [ann, bob]) {
      await eventually(() => chat.messages.length > 80)
      assert.deepEqual(chat.seqs(conversationId), upTo(81))
    }
    const [{ stored }] = await db
      .from('conversation_entries')
      .where('conversation_id', conversationId)
      .count('* as stored')
    assert.equal(Number(stored), 81)
  })

  test('go on from the stored positions after a restart', async ({ assert, cleanup }) => {
    const [ann, bob] = [await chatter(), await person()]
    const positions = new MemoryPositions()
    const first = await Chatter.of(bob.token, { positions }).online()
    const { conversationId } = await ann.chat.client.sendText({ to: bob.user.id }, 'one')
    await eventually(() => first.messages.length === 1)
    first.client.close()
    await ann.chat.client.sendText({ conversationId }, 'two')

    const second = await Chatter.of(bob.token, { positions }).online()
    cleanup(() => [ann.chat, second].forEach(({ client }) => client.close()))
    assert.deepEqual(second.texts(), ['two'])
    assert.deepEqual(positions.read(), [[conversationId, 2]])
  })

  test('refuse to send what is too large or what the service does not take', async ({
    assert,
    cleanup,
  }) => {
    const ann = await chatter()
    cleanup(() => ann.chat.client.close())
    const refusals = await Promise.all([
      ann.chat.client.sendText({ to: 2_000_000 }, 'x'.repeat(70_000)).catch((error) => error),
      ann.chat.client.sendText({ to: 2_000_000 }, 'to nobody').catch((error) => error),
    ])
    for (const refusal of refusals) assert.instanceOf(refusal, MessagingError)
    assert.deepEqual(
      refusals.map(({ code }) => code),
      [413, 400]
    )
    assert.equal(ann.chat.client.state, 'online')
    assert.equal(ann.chat.client.pending, 0)
  })
})
