import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Retention } from '#kernel/plugins/main'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { Notifier, type MessagingConfig } from '#plugins/messaging/main'
import type { ConversationType } from '../../../app/plugins/messaging/models/conversation.js'
import { online, person, socketUrl, text } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'

const DAY = 86_400_000

function keptFor(messageDays: number): () => void {
  const config = app.config.get<MessagingConfig>('messaging')
  const before = config.messageDays
  config.messageDays = messageDays
  return () => void (config.messageDays = before)
}

async function sweep() {
  return (await app.container.make(Retention)).sweep()
}

async function age(conversationId: number, upTo: number) {
  const at = toStored(clock.now() - 40 * DAY)
  const front = db.from('messages').where('conversation_id', conversationId)
  await front.where('seq', '<=', upTo).update({ created_at: at })
}

async function talk(count: number) {
  const [ann, bob] = [await online(), await person()]
  let conversationId = 0
  for (let index = 1; index <= count; index++)
    ({ conversationId } = await ann.peer.ask(text(`${index}`, { to: bob.user.id })))
  return { ann, bob, conversationId }
}

const rowsOf = async (table: string, conversationId: number) => {
  const rows = await db.from(table).where('conversation_id', conversationId).orderBy('seq')
  return rows.map(({ seq }) => Number(seq))
}

function keptOf(type: ConversationType, days: number): () => void {
  const { messageDaysOf } = app.config.get<MessagingConfig>('messaging')
  messageDaysOf[type] = days
  return () => void (messageDaysOf[type] = undefined)
}

test.group('Messaging | how long messages are kept', (tests) => {
  onEveryDatabase(tests)

  test('keep everything unless it was said for how long', async ({ assert }) => {
    const { ann, conversationId } = await talk(2)
    await age(conversationId, 2)
    await sweep()
    assert.deepEqual(await rowsOf('messages', conversationId), [1, 2])
    await ann.peer.close()
  })

  test('remove the front of a conversation with what hangs on it, and say where it begins', async ({
    assert,
    client,
    cleanup,
  }) => {
    cleanup(keptFor(30))
    const { ann, bob, conversationId } = await talk(6)
    for (const seq of [2, 5])
      await ann.peer.ask({ type: 'recall', conversationId, seq, messageId: undefined })
    const hangs = [2, 5].map((seq) => ({ conversation_id: conversationId, seq, file_id: 1 }))
    await db.table('message_files').multiInsert(hangs)
    await age(conversationId, 4)
    await sweep()
    assert.deepEqual(await rowsOf('messages', conversationId), [5, 6])
    assert.deepEqual(await rowsOf('message_files', conversationId), [5])
    assert.notInclude(await rowsOf('message_recalls', conversationId), 2)

    const get = (path: string) =>
      client.get(`/app/im/conversations/${conversationId}${path}`).bearerToken(bob.token)
    const seen = (await get('')).body().data
    assert.containsSubset(seen, { joinedSeq: 4, lastSeq: 6, unread: 1 })
    for (const query of ['', '?afterSeq=0', '?beforeSeq=7']) {
      const { items, hasMore } = (await get(`/messages${query}`)).body().data
      assert.deepEqual(
        items.map(({ seq }: { seq: number }) => seq),
        [5, 6]
      )
      assert.isFalse(hasMore)
    }
    assert.deepEqual((await get('/messages?beforeSeq=3')).body().data.items, [])

    const peer = await Peer.open(socketUrl(), bob.token)
    const known = { id: conversationId, seq: 1 }
    const ack = await peer.ask({ type: 'sync', conversations: [known] })
    assert.deepEqual(ack.begins, [{ id: conversationId, seq: 4 }])
    assert.deepEqual(ack.conversations, [{ id: conversationId, seq: 6 }])
    const again = await peer.ask({ type: 'sync', conversations: ack.conversations })
    assert.deepEqual([again.begins, again.conversations], [[], []])
    assert.equal((await ann.peer.ask(text('on', { conversationId }))).seq, 7)
    await Promise.all([ann.peer.close(), peer.close()])
  })

  test('keep each kind of conversation for a time of its own', async ({
    assert,
    client,
    cleanup,
  }) => {
    cleanup(keptFor(30))
    cleanup(keptOf('direct', 0))
    cleanup(keptOf('system', 60))
    const { ann, bob, conversationId: direct } = await talk(3)
    const made = await client
      .post('/app/im/conversations')
      .bearerToken(ann.token)
      .json({ title: 'G', memberIds: [bob.user.id] })
    const group = made.body().data.id as number
    for (const words of ['1', '2']) await ann.peer.ask(text(words, { conversationId: group }))
    await (await app.container.make(Notifier)).send([bob.user.id], { title: 'T', body: 'B' })
    const { id: system } = await db
      .from('conversations')
      .where('pair_key', `system:${bob.user.id}`)
      .firstOrFail()
    const ages = async (days: number) => {
      const at = toStored(clock.now() - days * DAY)
      const ids = [direct, group, Number(system)]
      await db.from('messages').whereIn('conversation_id', ids).update({ created_at: at })
      await sweep()
      return Promise.all(ids.map(async (id) => (await rowsOf('messages', id)).length))
    }
    assert.deepEqual(await ages(29), [3, 2, 1])
    assert.deepEqual(await ages(40), [3, 0, 1])
    assert.deepEqual(await ages(70), [3, 0, 0])
    await ann.peer.close()
  })
})
