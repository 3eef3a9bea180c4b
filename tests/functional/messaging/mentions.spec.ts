import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { AgedEntries } from '../../../app/plugins/messaging/retention/aged_entries.js'
import { callsOf } from '../../helpers/messaging/calls.js'
import { online, text } from '../../helpers/messaging/people.js'
import { openGate } from '../../helpers/open_gate.js'
import { administrator } from '../access/support/caller.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'

interface Mentions {
  items: { message: { seq: number; conversationId: number }; unread: boolean }[]
  nextCursor: string | null
}

const seqsOf = ({ items }: Mentions) => items.map(({ message }) => message.seq)

/** Ann and Bob, each of them online, in a group of Ann's. */
async function groupOfTwo(client: ApiClient) {
  const [ann, bob] = [await online(), await online()]
  const [asAnn, asBob] = [callsOf(client, ann), callsOf(client, bob)]
  const { id } = await asAnn.post('conversations', { name: 'Two', memberIds: [bob.user.id] })
  return {
    ann,
    bob,
    asAnn,
    asBob,
    id: id as number,
    say: (...mentions: number[]) =>
      ann.peer.ask({ ...text('look at this', { conversationId: id }), mentions }),
    mentions: (query: object = {}) => asBob.get('mentions', { ...query }) as Promise<Mentions>,
    async unread() {
      const { items } = await asBob.get('conversations')
      const { unread } = await asBob.get('mentions/unread')
      const ofIt = items.find((item: { id: number }) => item.id === id)
      return [unread, ofIt?.unreadMentions]
    },
  }
}

test.group('Messaging | mentions', (group) => {
  onEveryDatabase(group)
  group.setup(() => openGate().shut)

  test('list where one is mentioned, the newest first, and count what is unread', async ({
    client,
    assert,
  }) => {
    const { bob, id, say, mentions, unread, asBob, asAnn } = await groupOfTwo(client)
    await say(bob.user.id)
    await say()
    await say(bob.user.id)
    assert.deepEqual(seqsOf(await mentions()), [4, 2])
    assert.containSubset((await mentions()).items[0], {
      unread: true,
      message: { conversationId: id, content: { text: 'look at this' }, mentions: [bob.user.id] },
    })
    assert.deepEqual(await unread(), [2, 2])
    assert.deepEqual((await asAnn.get('mentions')).items, [])
    assert.equal((await asAnn.get(`conversations/${id}`)).unreadMentions, 0)

    await asBob.post(`conversations/${id}/read`, { seq: 3 })
    assert.deepEqual(await unread(), [1, 1])
    assert.deepEqual(seqsOf(await mentions({ unread: true })), [4])
    assert.deepEqual(
      (await mentions()).items.map((one) => one.unread),
      [true, false]
    )
    assert.equal((await asBob.get(`conversations/${id}`)).unreadMentions, 1)
    await asBob.post(`conversations/${id}/read`, { seq: 4 })
    assert.deepEqual(await unread(), [0, 0])
    assert.deepEqual(seqsOf(await mentions({ unread: true })), [])
    assert.deepEqual(seqsOf(await mentions({ unread: false })), [4, 2])
  })

  test('forget what is recalled, removed or erased', async ({ client, assert }) => {
    const { ann, bob, id, say, mentions, unread } = await groupOfTwo(client)
    for (let said = 0; said < 4; said++) await say(bob.user.id)
    await ann.peer.ask({ type: 'recall', conversationId: id, seq: 4 })
    assert.deepEqual(seqsOf(await mentions()), [5, 3, 2])
    assert.deepEqual(await unread(), [3, 3])

    const front = db.from('conversation_entries').where('conversation_id', id).where('seq', '<=', 2)
    await front.update({ created_at: toStored(0) })
    await new AgedEntries('group').remove(1, 1_000_000)
    assert.deepEqual(seqsOf(await mentions()), [5, 3])
    assert.deepEqual(await unread(), [2, 2])

    const admin = await administrator(client)
    await admin.must(admin.delete(`users/${ann.user.id}/personal-data`))
    assert.deepEqual(seqsOf(await mentions()), [])
    assert.deepEqual(await unread(), [0, 0])
    assert.isEmpty(await db.from('message_mentions').where('conversation_id', id))
  })
})
