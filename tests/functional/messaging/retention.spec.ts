import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Retention } from '#kernel/retention/retention'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import type { MessagingConfig } from '#plugins/messaging/main'
import { online, person, socketUrl, text } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'

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

/** What other tests left comes before, and is new: a sweep ends there. */
async function age(conversationId: number, upTo: number) {
  const at = toStored(clock.now() - 40 * DAY)
  await db.from('messages').whereNot('conversation_id', conversationId).update({ created_at: at })
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

test.group('Messaging | how long messages are kept', () => {
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

  test('bring a client past a conversation of which nothing is left', async ({
    assert,
    cleanup,
  }) => {
    cleanup(keptFor(30))
    const { ann, bob, conversationId } = await talk(3)
    await age(conversationId, 3)
    await sweep()
    const peer = await Peer.open(socketUrl(), bob.token)
    const known = { id: conversationId, seq: 1 }
    const ack = await peer.ask({ type: 'sync', conversations: [known] })
    const end = [{ id: conversationId, seq: 3 }]
    assert.deepEqual([ack.more, ack.begins, ack.conversations], [false, end, end])
    await Promise.all([ann.peer.close(), peer.close()])
  })
})
