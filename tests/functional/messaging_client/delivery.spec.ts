import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { MemoryPositions, MessagingError } from '../../../clients/messaging/src/index.js'
import { Epoch } from '../../../app/plugins/messaging/epoch.js'
import { callsOf } from '../../helpers/messaging/calls.js'
import { chatter, Chatter } from '../../helpers/messaging/client.js'
import { beat, eventually, person } from '../../helpers/messaging/people.js'
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

  test('keep what is sent offline, and store it once the service can be reached', async ({
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await person(), await chatter()]
    const chat = Chatter.of(ann.token)
    cleanup(() => [chat, bob.chat].forEach(({ client }) => client.close()))
    const sent = chat.client.sendText({ to: bob.user.id }, 'written on the train')
    assert.equal(chat.client.pending, 1)
    await chat.online()

    assert.equal((await sent).seq, 1)
    assert.equal(chat.client.pending, 0)
    await eventually(() => bob.chat.messages.length === 1)
    assert.deepEqual(bob.chat.texts(), ['written on the train'])
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

  test('begin a conversation anew where more was missed than is wanted', async ({
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await chatter(), await chatter({ mostMissed: 5 })]
    cleanup(() => [ann, bob].forEach(({ chat }) => chat.client.close()))
    const { conversationId } = await ann.chat.client.sendText({ to: bob.user.id }, 'text')
    await eventually(() => bob.chat.messages.length === 1)
    bob.chat.client.disconnect()
    for (const _ of upTo(9)) await ann.chat.client.sendText({ conversationId }, 'missed')

    const resets: unknown[] = []
    bob.chat.client.on('reset', (reset) => void resets.push(reset))
    await bob.chat.online()
    await ann.chat.client.sendText({ conversationId }, 'after')
    await eventually(() => bob.chat.messages.length === 2)
    assert.deepEqual(resets, [{ conversationId, seq: 10 }])
    assert.deepEqual(bob.chat.seqs(conversationId), [1, 11])
  })

  test('report who joins and leaves, and what one is no member of any more', async ({
    assert,
    cleanup,
    client,
  }) => {
    const [ann, bob] = [await person(), await chatter()]
    const [calls, heard] = [callsOf(client, ann), [] as string[]]
    cleanup(() => bob.chat.client.close())
    bob.chat.client.on('members', ({ kind, seq }) => void heard.push(`${kind} ${seq}`))
    bob.chat.client.on('conversation', ({ seq }) => void heard.push(`changed ${seq}`))
    bob.chat.client.on('gone', () => void heard.push('gone'))
    const { id } = await calls.post('conversations', { name: 'Plans', memberIds: [bob.user.id] })
    await eventually(() => heard.length === 1)
    await calls.delete(`conversations/${id}/members/${bob.user.id}`)
    await eventually(() => heard.length === 3)

    bob.chat.client.disconnect()
    const again = await calls.post('conversations', { name: 'More', memberIds: [bob.user.id] })
    const resets: unknown[] = []
    bob.chat.client.on('reset', (reset) => void resets.push(reset))
    await bob.chat.online()
    await eventually(() => resets.length === 1)
    assert.deepEqual(resets, [{ conversationId: again.id, seq: 1 }])
    assert.deepEqual(heard, ['joined 1', 'left 2', 'gone'])
  })

  test('forget everything in another epoch, but what is still to be sent', async ({
    assert,
    cleanup,
  }) => {
    const positions = new MemoryPositions()
    const [ann, bob] = [await chatter(), await chatter({ positions, reloadWithinMs: 1 })]
    cleanup(() => [ann, bob].forEach(({ chat }) => chat.client.close()))
    const { conversationId } = await ann.chat.client.sendText({ to: bob.user.id }, 'before')
    await eventually(() => bob.chat.messages.length === 1)
    const epochs: string[] = []
    bob.chat.client.on('epoch', (next) => void epochs.push(next))
    bob.chat.client.disconnect()
    const sent = bob.chat.client.sendText({ conversationId }, 'kept')

    await (await app.container.make(Epoch)).renew()
    await beat()
    await bob.chat.online()
    assert.equal((await sent).seq, 2)
    await eventually(() => bob.chat.texts().at(-1) === 'kept')
    assert.deepEqual(epochs, [positions.readEpoch()])
    assert.deepEqual(positions.read(), [[conversationId, 2]])
  })
})
