import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { OlderMentions } from '../../../app/plugins/messaging/writing/older_mentions.js'
import { callsOf } from '../../helpers/messaging/calls.js'
import { online, text } from '../../helpers/messaging/people.js'
import { statementsDuring } from '../../helpers/statements.js'
import { administrator } from '../access/support/caller.js'

interface Sent {
  messageId: number
  seq: number
}

/** Ann and Bob in a group; what an older node writes and recalls leaves the rows of mentions alone. */
async function groupOfTwo(client: ApiClient) {
  const [ann, bob] = [await online(), await online()]
  const asBob = callsOf(client, bob)
  const memberIds = [bob.user.id]
  const { id } = await callsOf(client, ann).post('conversations', { title: 'Two', memberIds })
  const say = (): Promise<Sent> =>
    ann.peer.ask({ ...text('look', { conversationId: id }), mentions: [bob.user.id] }) as never
  return {
    ann,
    bob,
    id: id as number,
    say,
    async sayToOlder() {
      const sent = await say()
      await db.from('message_mentions').where('message_id', sent.messageId).delete()
      return sent
    },
    async recallByOlder({ messageId }: Sent) {
      const recalled = { recalled_at: toStored(clock.now()), content: 'null', mentions: null }
      await db.from('messages').where('id', messageId).update(recalled)
    },
    async seen() {
      const { items } = await asBob.get('mentions')
      const { unread } = await asBob.get('mentions/unread')
      const { unreadMentions } = await asBob.get(`conversations/${id}`)
      const seqs = (items as { message: Sent }[]).map(({ message }) => message.seq)
      return { seqs, unread, unreadMentions }
    },
    close: () => Promise.all([ann.peer.close(), bob.peer.close()]),
  }
}

const olderMentions = () => app.container.make(OlderMentions)

test.group('Messaging | mentions in messages of older nodes', () => {
  test('are noted, also of what comes while they are replaced, and once alone', async ({
    client,
    assert,
  }) => {
    const { say, sayToOlder, seen, close } = await groupOfTwo(client)
    const older = await olderMentions()
    await say()
    await sayToOlder()
    for (const _ of [1, 2, 3]) await older.handle()
    assert.deepEqual(await seen(), { seqs: [2, 1], unread: 2, unreadMentions: 2 })
    await say()
    await sayToOlder()
    for (const _ of [1, 2, 3]) await older.handle()
    await (await olderMentions()).handle()
    assert.deepEqual(await seen(), { seqs: [4, 3, 2, 1], unread: 4, unreadMentions: 4 })
    await close()
  })

  test('do not count once an older node recalled them', async ({ client, assert }) => {
    const { say, sayToOlder, recallByOlder, seen, close } = await groupOfTwo(client)
    const [first, second] = [await say(), await sayToOlder()]
    await say()
    for (const sent of [first, second]) await recallByOlder(sent)
    await (await olderMentions()).handle()
    assert.deepEqual(await seen(), { seqs: [3], unread: 1, unreadMentions: 1 })
    await close()
  })

  test('are not noted for whoever was erased', async ({ client, assert }) => {
    const { bob, sayToOlder, close } = await groupOfTwo(client)
    await sayToOlder()
    const admin = await administrator(client)
    await admin.must(admin.delete(`users/${bob.user.id}/personal-data`))
    await (await olderMentions()).handle()
    assert.isEmpty(await db.from('message_mentions').where('user_id', bob.user.id))
    await close()
  })

  test('are looked for in what is new alone', async ({ client, assert }) => {
    const { sayToOlder, close } = await groupOfTwo(client)
    for (let said = 0; said < 5; said++) await sayToOlder()
    const older = await olderMentions()
    for (const _ of [1, 2, 3]) await older.handle()
    assert.isAtMost(await statementsDuring(() => older.handle()), 2)
    await close()
  })
})
