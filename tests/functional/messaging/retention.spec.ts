import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Retention } from '#kernel/retention/retention'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { Notifier, type MessagingConfig } from '#plugins/messaging/main'
import type { ConversationType } from '../../../app/plugins/messaging/models/conversation.js'
import { online, person, socketUrl, text } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'

const DAY = 86_400_000
/** A sweep goes through all that other tests left. */
const LONGEST_MS = 600_000

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

function keptOf(type: ConversationType, days: number): () => void {
  const { messageDaysOf } = app.config.get<MessagingConfig>('messaging')
  messageDaysOf[type] = days
  return () => void (messageDaysOf[type] = undefined)
}

test.group('Messaging | how long messages are kept', (tests) => {
  tests.tap((one) => one.timeout(LONGEST_MS))

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

  test('reach every conversation of a kind, however many and however long they are', async ({
    assert,
    cleanup,
  }) => {
    cleanup(keptOf('group', 30))
    const at = toStored(clock.now() - 40 * DAY)
    const fresh = { type: 'group', title: 'Old', created_at: at }
    const titled = { ...fresh, title: `Old ${clock.now()}` }
    await db.table('conversations').multiInsert(Array.from({ length: 230 }, () => titled))
    const rows = await db.from('conversations').where('title', titled.title).orderBy('id')
    const ids = rows.map(({ id }) => Number(id))
    const lengths = ids.map((_, index) => (index === 7 ? 1_100 : 1))
    const messages = ids.flatMap((id, index) =>
      Array.from({ length: lengths[index]! }, (_, seq) => ({
        ...{ conversation_id: id, seq: seq + 1, client_message_id: `old-${id}-${seq}` },
        ...{ content_type: 'text', content: '"x"', created_at: at },
      }))
    )
    for (let from = 0; from < messages.length; from += 100)
      await db.table('messages').multiInsert(messages.slice(from, from + 100))
    for (const [index, id] of ids.entries())
      await db.from('conversations').where({ id }).update({ last_seq: lengths[index]! })
    await sweep()
    const left = await db.from('messages').whereIn('conversation_id', ids).count('* as total')
    assert.equal(Number(left[0].total), 0)
    const begins = await db
      .from('conversations')
      .whereIn('id', ids)
      .whereColumn('removed_seq', 'last_seq')
    assert.lengthOf(begins, ids.length)
  })

  test('keep what was done with conversations of others for a time of its own', async ({
    assert,
  }) => {
    const act = { action: 'closed', operator_id: 1, conversation_id: 1 }
    const { actDays } = app.config.get<MessagingConfig>('messaging')
    await db.from('messaging_acts').delete()
    for (const days of [actDays + 1, actDays - 1])
      await db
        .table('messaging_acts')
        .insert({ ...act, created_at: toStored(clock.now() - days * DAY) })
    await sweep()
    assert.lengthOf(await db.from('messaging_acts').where({ action: 'closed' }), 1)
    await db.from('messaging_acts').delete()
  })
})
