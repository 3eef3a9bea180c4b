import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { MemoryPositions } from '../../../clients/messaging/src/index.js'
import { Epoch } from '../../../app/plugins/messaging/epoch.js'
import { MessagingNode } from '../../../app/plugins/messaging/messaging_node.js'
import { callsOf } from '../../helpers/messaging/calls.js'
import { chatter } from '../../helpers/messaging/client.js'
import { beat, eventually, person } from '../../helpers/messaging/people.js'

test.group('Messaging client | catching up', () => {
  test('begin a conversation anew where more was missed than is wanted', async ({
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await chatter(), await chatter({ mostMissed: 5 })]
    cleanup(() => [ann, bob].forEach(({ chat }) => chat.client.close()))
    const { conversationId } = await ann.chat.client.sendText({ to: bob.user.id }, 'text')
    await eventually(() => bob.chat.messages.length === 1)
    bob.chat.client.disconnect()
    for (let missed = 0; missed < 9; missed++)
      await ann.chat.client.sendText({ conversationId }, 'missed')

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
    assert.equal(bob.chat.client.pending, 1)

    await (await app.container.make(Epoch)).renew()
    await beat()
    await bob.chat.online()
    assert.equal((await sent).seq, 2)
    await eventually(() => bob.chat.texts().at(-1) === 'kept')
    assert.equal(bob.chat.client.pending, 0)
    assert.deepEqual(epochs, [positions.readEpoch()])
    assert.deepEqual(positions.read(), [[conversationId, 2]])
  })

  test('ask again what was missed when the service greets again', async ({ assert, cleanup }) => {
    const [ann, bob] = [await chatter(), await chatter()]
    cleanup(() => [ann, bob].forEach(({ chat }) => chat.client.close()))
    const { conversationId } = await ann.chat.client.sendText({ to: bob.user.id }, 'one')
    await eventually(() => bob.chat.messages.length === 1)
    const unheard = {
      conversation_id: conversationId,
      seq: 2,
      kind: 'message',
      content_type: 'text',
    }
    const content = JSON.stringify({ text: 'not published' })
    await db.table('conversation_entries').insert({ ...unheard, content, created_at: new Date() })
    await db.from('conversations').where('id', conversationId).update({ last_seq: 2 })

    ;(await app.container.make(MessagingNode)).greetAll()
    await eventually(() => bob.chat.messages.length === 2)
    assert.deepEqual(bob.chat.texts(), ['one', 'not published'])
    assert.deepEqual(bob.chat.states, ['connecting', 'syncing', 'online'])
  })
})
