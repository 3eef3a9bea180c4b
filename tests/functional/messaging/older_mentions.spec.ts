import { test } from '@japa/runner'
import { OlderDatabase } from '../../helpers/older_database.js'

const MIGRATIONS = 'messaging/database/migrations'
const MESSAGES = '1760000300003_create_messages_table'
const PLACES = '1760000300020_find_messages_of_conversations'
const MENTIONS = '1760000300021_create_message_mentions_table'

test.group('Messaging | messages of before', (group) => {
  let older: OlderDatabase
  group.setup(async () => {
    older = await OlderDatabase.make('older_messaging')
    return () => older.drop()
  })

  const noted = async () => {
    const rows = await older.client.from('message_mentions').orderBy('seq').orderBy('user_id')
    return rows.map((row) =>
      [row.message_id, row.conversation_id, row.seq, row.user_id].map(Number)
    )
  }

  test('note whom they mention, however many they are', async ({ assert }) => {
    await older.migrate(`${MIGRATIONS}/${MESSAGES}`)
    const seqs = Array.from({ length: 1_200 }, (_, index) => index + 1)
    const rows = seqs.map((seq) => ({
      id: seq,
      conversation_id: 5,
      seq,
      client_message_id: `before-${seq}`,
      sender_id: 1,
      content_type: 'text',
      content: '"x"',
      mentions: seq === 3 ? '[7,8,7]' : seq > 600 ? '[9]' : null,
      created_at: '2026-10-01 08:00:00.000',
    }))
    for (let from = 0; from < rows.length; from += 400)
      await older.client.table('messages').multiInsert(rows.slice(from, from + 400))

    for (const name of [PLACES, MENTIONS]) await older.migrate(`${MIGRATIONS}/${name}`)
    const all = await noted()
    assert.deepEqual(all.slice(0, 2), [
      [3, 5, 3, 7],
      [3, 5, 3, 8],
    ])
    assert.deepEqual(
      all.slice(2),
      seqs.slice(600).map((seq) => [seq, 5, seq, 9])
    )
  })

  test('go back, and forth again', async ({ assert }) => {
    for (const name of [MENTIONS, PLACES]) await older.migrate(`${MIGRATIONS}/${name}`, 'down')
    for (const name of [PLACES, MENTIONS]) await older.migrate(`${MIGRATIONS}/${name}`)
    assert.lengthOf(await noted(), 602)
  })

  test('are gone on with where that was cut short', async ({ assert }) => {
    const before = await noted()
    await older.client.from('message_mentions').where('message_id', '>', 700).delete()
    await older.migrate(`${MIGRATIONS}/${MENTIONS}`)
    assert.deepEqual(await noted(), before)
  })
})
