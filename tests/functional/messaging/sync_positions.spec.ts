import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type { ApiClient } from '@japa/api-client'
import { toStored } from '#kernel/database/instant'
import { online, text, type Person } from '../../helpers/messaging/people.js'

const LARGEST = 2_000_000_000
const TEN_SECONDS = 10_000
/** Of rows that the first test makes, `late` ms later. */
const madeAt = (seq: number, late = 0) =>
  new Date(Date.UTC(2026, 0, 1) + 123 + (seq - 1001) * TEN_SECONDS + late).toISOString()

test.group('Messaging | positions that a client names', () => {
  const as = (client: ApiClient, path: string, { token }: Pick<Person, 'token'>) =>
    client.post(`/app/im/conversations${path}`).header('authorization', `Bearer ${token}`)

  /** Ann's, with others. */
  async function conversation(client: ApiClient, ann: Person, memberIds: number[] = []) {
    const made = await as(client, '', ann).json({ title: 'Long', memberIds })
    made.assertStatus(200)
    return (made.body().data as { id: number }).id
  }

  test('go back to what was made by their time, however far, and never past what can have been heard', async ({
    client,
    assert,
    cleanup,
  }) => {
    const ann = await online()
    cleanup(async () => void (await ann.peer.close()))
    const id = await conversation(client, ann)
    const rows = Array.from({ length: 400 }, (_, index) => ({
      conversation_id: id,
      seq: 1001 + index,
      client_message_id: `m-${id}-${index}`,
      sender_id: ann.user.id,
      content_type: 'text',
      content: JSON.stringify('x'),
      created_at: toStored(Date.parse(madeAt(1001 + index))),
    }))
    for (let at = 0; at < rows.length; at += 100)
      await db.table('messages').multiInsert(rows.slice(at, at + 100))
    await db.from('conversations').where({ id }).update({ last_seq: 1400, removed_seq: 1000 })
    const members = db.from('conversation_members').where({ conversation_id: id })
    await members.update({ read_seq: 1390 })
    const anew = async (createdAt?: string, seq = LARGEST) => {
      const known = { id, seq, ...(createdAt ? { createdAt } : {}) }
      const answer = await ann.peer.ask({ type: 'sync', conversations: [known] })
      return answer.anew as unknown
    }

    assert.deepEqual(await anew(), [{ id, seq: 1000 }])
    const at = (seq: number) => [{ id, seq, createdAt: madeAt(seq) }]
    assert.deepEqual(await anew(madeAt(1351)), at(1351))
    assert.deepEqual(await anew(madeAt(1051)), at(1051))
    assert.deepEqual(await anew('1970-01-01T00:00:00.000Z'), [{ id, seq: 1000 }])
    assert.deepEqual(await anew(madeAt(1051), 1300), at(1051))
    assert.deepEqual(await anew(madeAt(1300, -1_000), 1300), at(1299))
    for (const stored of [madeAt(1300), madeAt(1300, -999), madeAt(1300, 999)])
      assert.deepEqual(await anew(stored, 1300), [], 'as kept without milliseconds')
    assert.deepEqual(await anew(madeAt(1390), 1051), [], 'of a client that keeps an old time')
  })

  test('begin at the beginning where somebody is no member, whether there is such a conversation or not', async ({
    client,
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await online(), await online()]
    cleanup(() => Promise.all([ann.peer.close(), bob.peer.close()]).then(() => undefined))
    const id = await conversation(client, ann)
    for (const content of ['one', 'two']) await ann.peer.ask(text(content, { conversationId: id }))
    const asked = async (at: number, position: object) => {
      const conversations = [{ id: at, ...position }]
      const answer = await bob.peer.ask({ type: 'sync', conversations })
      const { serverTime: _now, id: _id, recalls: _at, ...told } = answer as Record<string, unknown>
      return told
    }
    const none = { type: 'ack', more: false, conversations: [], begins: [] }
    for (const position of [{ seq: 1 }, { seq: 500 }, { seq: 2, createdAt: madeAt(1001) }])
      for (const at of [id, LARGEST])
        assert.deepEqual(await asked(at, position), { ...none, anew: [{ id: at, seq: 0 }] })
    for (const at of [id, LARGEST])
      assert.deepEqual(await asked(at, { seq: 0 }), { ...none, anew: [] })
  })

  test('tell whoever left nothing of what is said since', async ({ client, assert, cleanup }) => {
    const [ann, bob] = [await online(), await online()]
    cleanup(() => Promise.all([ann.peer.close(), bob.peer.close()]).then(() => undefined))
    const id = await conversation(client, ann, [bob.user.id])
    await ann.peer.ask(text('during', { conversationId: id }))
    ;(await as(client, `/${id}/leave`, bob)).assertStatus(200)
    const asked = async () => {
      const answers: unknown[] = []
      for (let seq = 1; seq < 20; seq++) {
        const answer = await bob.peer.ask({ type: 'sync', conversations: [{ id, seq }] })
        answers.push(answer.anew)
      }
      return answers
    }
    const before = await asked()
    assert.deepEqual(before[0], [], 'what they have heard stands')
    for (let count = 0; count < 7; count++)
      await ann.peer.ask(text('since', { conversationId: id }))
    assert.deepEqual(await asked(), before)
  })

  test('are refused where their time is none, whatever it is to be compared with: {$self}')
    .with([
      ...['+012345-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
      ...['2026-01-01 10:00:00.123', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00+99:00'],
      ...['2026-01-01T25:00:00Z', '2026-W01-1', 'yesterday', ''],
    ])
    .run(async ({ client, assert, cleanup }, createdAt) => {
      const ann = await online()
      cleanup(async () => void (await ann.peer.close()))
      const id = await conversation(client, ann)
      for (const position of [
        { id, seq: 5 },
        { id, seq: 0 },
        { id: LARGEST, seq: 1 },
      ]) {
        const conversations = [
          { id, seq: 1 },
          { ...position, createdAt },
        ]
        const answer = await ann.peer.ask({ type: 'sync', conversations })
        assert.equal(answer.code, 422)
        const [fault] = answer.errors as { field: string }[]
        assert.equal(fault!.field, 'conversations.1.createdAt')
      }
      if (createdAt === '') return
      for (const conversations of [[{ id, seq: 0 }], []]) {
        const since = await ann.peer.ask({ type: 'sync', conversations, since: createdAt })
        assert.equal(since.code, 422)
      }
    })
})
