import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Retention } from '#kernel/plugins/main'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { Notifier } from '#plugins/messaging/main'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { seqsOf } from '#tests/helpers/messaging/entries'
import { limits, messagingConfig } from '#tests/helpers/messaging/limits'
import { online, text } from '#tests/helpers/messaging/people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

const DAY = 86_400_000

const sweep = async () => (await app.container.make(Retention)).sweep()

async function age(ids: number[], days: number, upTo = 1_000) {
  const front = db.from('conversation_entries').whereIn('conversation_id', ids)
  const at = toStored(clock.now() - days * DAY)
  await front.where('seq', '<=', upTo).update({ created_at: at })
}

const stored = async (table: string, conversationId: number) => {
  const rows = await db.from(table).where('conversation_id', conversationId).orderBy('seq')
  return rows.map(({ seq }) => Number(seq))
}

async function talk(count: number) {
  const [ann, bob] = [await online(), await online()]
  let conversationId = 0
  for (let index = 1; index <= count; index++)
    ({ conversationId } = await ann.peer.ask(text(`${index}`, { to: bob.user.id })))
  return {
    ann,
    bob,
    id: conversationId,
  }
}

test.group('Messaging | how long messages are stored', (tests) => {
  onEveryDatabase(tests)

  test('remove nothing unless it was said for how long', async ({ assert }) => {
    const { id } = await talk(2)
    await age([id], 400)
    await sweep()
    assert.deepEqual(await stored('conversation_entries', id), [1, 2])
  })

  test('remove the front of a conversation with what hangs on it, and say where it begins', async ({
    assert,
    client,
    cleanup,
  }) => {
    cleanup(limits({ messageDays: 30 }))
    const { ann, bob, id } = await talk(6)
    for (const seq of [2, 5])
      await ann.peer.ask({ type: 'react', conversationId: id, seq, reaction: '👍', on: true })
    await age([id], 40, 4)
    await sweep()
    assert.deepEqual(await stored('conversation_entries', id), [5, 6, 7, 8])
    assert.deepEqual(await stored('message_reactions', id), [5])

    const { get } = callsOf(client, bob)
    assert.containSubset(await get(`conversations/${id}`), { firstSeq: 5, lastSeq: 8, unread: 2 })
    const history = await get(`conversations/${id}/messages`, { afterSeq: 0 })
    assert.deepEqual([seqsOf(history.items), history.hasBefore], [[5, 6], false])
    assert.isEmpty((await get(`conversations/${id}/messages`, { beforeSeq: 4 })).items)

    assert.deepEqual((await bob.peer.ask({ type: 'sync' })).positions, [[id, 8, 0, 5]])
    const sync = async (seq: number) => {
      const { conversations, reset } = await bob.peer.ask({
        type: 'sync',
        conversations: [{ id, seq }],
      })
      return [conversations, reset]
    }
    assert.deepEqual(await sync(3), [[], [{ id, seq: 8 }]])
    assert.deepEqual(await sync(4), [[{ id, seq: 8 }], []])
    const old = { ...text('on', { conversationId: id }), replyTo: 4 }
    assert.equal((await ann.peer.ask(old)).code, 422)
    const react = { type: 'react', conversationId: id, seq: 4, reaction: '👍', on: true }
    assert.equal((await ann.peer.ask(react)).code, 404)
    await age([id], 40)
    await sweep()
    assert.containSubset(await get(`conversations/${id}`), { unread: 0, lastMessage: null })
    assert.equal((await ann.peer.ask(text('on', { conversationId: id }))).seq, 9)
  })

  test('keep each kind of conversation for a time of its own', async ({
    assert,
    client,
    cleanup,
  }) => {
    const { messageDaysOf } = messagingConfig()
    cleanup(limits({ messageDays: 30, messageDaysOf: { ...messageDaysOf, direct: 0, system: 60 } }))
    const { ann, bob, id: direct } = await talk(3)
    const group = await groupOf(client, ann, [bob])
    await ann.peer.ask(text('1', { conversationId: group }))
    await (await app.container.make(Notifier)).send([bob.user.id], { title: 'T', body: 'B' })
    const own = db.from('conversations').where('pair_key', `system:${bob.user.id}`)
    const ids = [direct, group, Number((await own.firstOrFail()).id)]
    const left = async (days: number) => {
      await age(ids, days)
      await sweep()
      return Promise.all(ids.map(async (id) => (await stored('conversation_entries', id)).length))
    }
    assert.deepEqual(await left(29), [3, 2, 1])
    assert.deepEqual(await left(40), [3, 0, 1])
    assert.deepEqual(await left(70), [3, 0, 0])
  })
})
