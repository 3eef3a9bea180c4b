import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { Database } from '@adonisjs/lucid/database'
import { dialectOf } from '#kernel/database/dialect'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { test } from '@japa/runner'
import type { MessagingConfig } from '#plugins/messaging/main'
import { MessageLog } from '../../../app/plugins/messaging/delivery/message_log.js'
import { MissedMessages } from '../../../app/plugins/messaging/queries/missed_messages.js'
import { callsOf } from '../../helpers/messaging/calls.js'
import { online, text } from '../../helpers/messaging/people.js'
import { searchOf } from '../../helpers/messaging/searching.js'

const GROUPS = 40
const MOST = 10

const config = () => app.config.get<MessagingConfig>('messaging')

/** A database that counts the memberships that are read through it. */
function countingMemberships() {
  const seen = { rows: 0 }
  const connection = () => {
    const client = db.connection()
    const rawQuery = async (sql: string, bindings: string[]) => {
      const result = await client.rawQuery(sql, bindings)
      const rows =
        'rows' in result ? result.rows : dialectOf(client) === 'mysql' ? result[0] : result
      if (sql.includes('conversation_members')) seen.rows += rows.length
      return result
    }
    const { dialect } = client
    return { dialect, debug: true, rawQuery }
  }
  return { seen, database: { connection } as unknown as Database }
}

/** Of groups into which somebody was brought, one after another, and out again; in each a word was said. */
async function broughtThrough(userId: number): Promise<number[]> {
  const created = { created_at: toStored(clock.now()) }
  const ids = []
  for (let count = 0; count < GROUPS; count++) {
    const values = { type: 'group', title: 'G', last_seq: 1, ...created }
    const [row] = await db.table('conversations').insert(values).returning('id')
    const id = Number((row as { id?: number }).id ?? row)
    const message = { conversation_id: id, seq: 1, sender_id: userId, client_message_id: `w${id}` }
    const said = { content_type: 'text', content: '"a word"', ...created }
    await db.table('messages').insert({ ...message, ...said })
    const member = { conversation_id: id, user_id: userId, role: 'member', left_seq: 1, ...created }
    await db.table('conversation_members').insert(member)
    ids.push(id)
  }
  return ids
}

test.group('Messaging | very many groups that one has left', (group) => {
  let most = 0
  group.each.setup(() => {
    most = config().membershipsPerUser
    Object.assign(config(), { membershipsPerUser: MOST })
    return () => void Object.assign(config(), { membershipsPerUser: most })
  })

  test('are read of no more than the last so many, and those that are named', async ({
    client,
    assert,
  }) => {
    const ann = await online()
    await callsOf(client, ann).post('conversations', { title: 'Own', memberIds: [] })
    const ids = await broughtThrough(ann.user.id)
    const [first] = ids as [number]
    const known = [{ id: first, seq: 0 }]
    const { seen, database } = countingMemberships()
    const missed = new MissedMessages(database, new MessageLog(db), config())
    const { messages } = await missed.page(ann.user.id, known, clock.now() - 3_600_000)
    assert.lengthOf(messages, MOST + 1)
    assert.isAtMost(seen.rows, MOST + 2)

    const { reached } = await missed.page(ann.user.id, known)
    assert.deepEqual(reached, [{ id: first, seq: 1 }])
    const answer = await ann.peer.ask({ type: 'sync', conversations: known })
    assert.deepEqual(answer.conversations, [{ id: first, seq: 1 }])
    await ann.peer.close()
  })

  test('are searched alike, and one that is named in any case', async ({ client, assert }) => {
    const ann = await online()
    const ids = await broughtThrough(ann.user.id)
    const search = searchOf(client, ann)
    const found = await search({ keyword: 'word', limit: 100 })
    assert.deepEqual(
      found.items.map(({ conversationId }) => conversationId),
      ids.slice(-MOST).toReversed()
    )
    const [hit] = (await search({ keyword: 'word', conversationId: ids[0]! })).items
    assert.equal(hit?.conversationId, ids[0])
    await ann.peer.close()
  })

  test('leave out no recall of what one heard there', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await online()]
    const asAnn = callsOf(client, ann)
    const founded = { title: 'G', memberIds: [bob.user.id] }
    const { id } = await asAnn.post('conversations', founded)
    const { seq } = await ann.peer.ask(text('oh', { conversationId: id }))
    const { recalls } = await bob.peer.ask({ type: 'sync', conversations: [{ id, seq }] })
    await callsOf(client, bob).post(`conversations/${id}/leave`)
    await broughtThrough(bob.user.id)
    await ann.peer.ask({ type: 'recall', conversationId: id, seq })
    await bob.peer.ask({ type: 'sync', conversations: [], recalls })
    assert.containSubset(bob.peer.ofType('recalled'), [{ conversationId: id, seq }])
    await Promise.all([ann, bob].map(({ peer }) => peer.close()))
  })
})
