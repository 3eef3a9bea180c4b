import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import db from '@adonisjs/lucid/services/db'
import fc from 'fast-check'
import { toStored } from '#kernel/database/instant'
import { anotherSession, person, socketUrl, type Person } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { statementsOf } from '../../helpers/statements.js'

/** How somebody stands in a conversation of so many messages. */
interface Standing {
  readonly lastSeq: number
  readonly removedSeq: number
  readonly joinedSeq: number
  readonly readSeq: number
  readonly stays: readonly (readonly [after: number, upTo: number])[]
  readonly recalled: readonly number[]
}

const MOST_AT_ONCE = 500

async function insertAll(table: string, rows: object[]) {
  for (let from = 0; from < rows.length; from += MOST_AT_ONCE)
    await db.table(table).multiInsert(rows.slice(from, from + MOST_AT_ONCE))
}

/** A group of theirs, in which they stand like that; with its messages, where they are wanted. */
async function groupOf({ user }: Person, standing: Standing, { withMessages = false } = {}) {
  const { lastSeq, removedSeq, joinedSeq, readSeq, stays, recalled } = standing
  const at = { created_at: toStored(Date.now()) }
  const group = { type: 'group', title: 'Busy', last_seq: lastSeq, removed_seq: removedSeq, ...at }
  await db.table('conversations').insert(group)
  const [{ id }] = await db.from('conversations').max('id as id')
  await db.table('conversation_members').insert({
    conversation_id: id,
    user_id: user.id,
    joined_seq: joinedSeq,
    read_seq: readSeq,
    stays: JSON.stringify(stays),
    ...at,
  })
  const ofIt = recalled.map((seq) => ({ conversation_id: id, seq }))
  await insertAll(
    'message_recalls',
    ofIt.map((row) => ({ ...row, recalled_at: at.created_at }))
  )
  if (withMessages) await insertAll('messages', messagesOf(Number(id), user.id, standing))
  return Number(id)
}

function messagesOf(id: number, senderId: number, { lastSeq, removedSeq }: Standing) {
  return Array.from({ length: lastSeq - removedSeq }, (_, index) => ({
    conversation_id: id,
    seq: removedSeq + index + 1,
    client_message_id: `stays-${id}-${index}`,
    sender_id: senderId,
    content_type: 'text',
    content: '"x"',
    created_at: toStored(Date.now()),
  }))
}

/** Each message by itself, as the rule is said: within a stay, and not removed. */
function seenBy({ lastSeq, removedSeq, joinedSeq, stays }: Standing): number[] {
  const parts = [...stays, [joinedSeq, lastSeq] as const]
  const seqs = Array.from({ length: lastSeq - removedSeq }, (_, index) => removedSeq + index + 1)
  return seqs.filter((seq) => parts.some(([after, upTo]) => seq > after && seq <= upTo))
}

function unreadOf(standing: Standing): number {
  const { readSeq, recalled } = standing
  return seenBy(standing).filter((seq) => seq > readSeq && !recalled.includes(seq)).length
}

/** Came for every second message, so many times. */
function comings(count: number): Standing {
  const stays = Array.from({ length: count }, (_, index) => [2 * index, 2 * index + 1] as const)
  const joinedSeq = 2 * count
  const recalled = [1, 2, 3, joinedSeq - 1]
  return { lastSeq: joinedSeq + 1, removedSeq: 0, joinedSeq, readSeq: 0, stays, recalled }
}

/** Comings and goings at random, of which some lie side by side and some of what was said is removed. */
const anyStanding: fc.Arbitrary<Standing> = fc
  .record({
    edges: fc.array(fc.nat(120), { maxLength: 60 }).map((all) => all.sort((a, b) => a - b)),
    since: fc.nat(10),
    later: fc.nat(10),
    removed: fc.oneof(fc.constant(0), fc.nat(140)),
    read: fc.nat(140),
    recalled: fc.uniqueArray(fc.integer({ min: 1, max: 140 })),
  })
  .map(({ edges, since, later, removed, read, recalled }) => {
    const stays = edges.flatMap((edge, at) => (at % 2 ? [[edges[at - 1]!, edge] as const] : []))
    const joinedSeq = (edges.at(-1) ?? 0) + since
    const lastSeq = joinedSeq + later
    return {
      lastSeq,
      joinedSeq,
      stays,
      removedSeq: Math.min(removed, lastSeq),
      readSeq: Math.min(read, lastSeq),
      recalled: recalled.filter((seq) => seq <= lastSeq),
    }
  })

const listOf = (client: ApiClient, { token }: Person) =>
  client.get('/app/im/conversations?pageSize=200').bearerToken(token)

async function unreadIn(client: ApiClient, whose: Person): Promise<Map<number, number>> {
  const response = await listOf(client, whose)
  response.assertStatus(200)
  const items = response.body().data.items as { id: number; unread: number }[]
  return new Map(items.map(({ id, unread }) => [id, unread]))
}

test.group('Messaging | people who came and went often', () => {
  test('are told what they have not read of a thousand stays', async ({ client, assert }) => {
    const bob = await person()
    const standing = comings(1_000)
    const id = await groupOf(bob, standing)
    assert.deepEqual(await unreadIn(client, bob), new Map([[id, unreadOf(standing)]]))
  })

  test('are told it in many conversations, in texts of which there are few', async ({
    client,
    assert,
  }) => {
    const bob = await person()
    const standing = comings(1_000)
    for (let count = 0; count < 25; count++) await groupOf(bob, standing)
    await unreadIn(client, bob)
    let unread = new Map<number, number>()
    const statements = await statementsOf(async () => {
      unread = await unreadIn(client, bob)
    })
    assert.deepEqual([...unread.values()], Array(25).fill(unreadOf(standing)))
    const texts = new Set(statements.filter((sql) => sql.includes('message_recalls')))
    assert.lengthOf([...texts], 1)
    assert.isBelow(Math.max(...[...texts].map(({ length }) => length)), 10_000)
  })

  test('are told as many as each message by itself says, however they came and went', async ({
    client,
    assert,
  }) => {
    const property = fc.asyncProperty(
      fc.array(anyStanding, { minLength: 1, maxLength: 8 }),
      async (standings) => {
        const [bob, expected] = [await person(), new Map<number, number>()]
        for (const standing of standings)
          expected.set(await groupOf(bob, standing), unreadOf(standing))
        const unread = await unreadIn(client, bob)
        for (const [id, count] of expected) assert.equal(unread.get(id), count)
      }
    )
    await fc.assert(property, { numRuns: 20 })
  })

  test('read their history, and hear of it by sync, in few statements', async ({
    client,
    assert,
  }) => {
    const bob = await person()
    const id = await groupOf(bob, { ...comings(400), recalled: [] }, { withMessages: true })
    const seen = seenBy(comings(400))
    const page = async (query: string) => {
      const response = await client
        .get(`/app/im/conversations/${id}/messages?limit=200&${query}`)
        .bearerToken(bob.token)
      response.assertStatus(200)
      return response.body().data.items.map(({ seq }: { seq: number }) => seq) as number[]
    }
    const statements = await statementsOf(async () => {
      assert.deepEqual(await page(''), seen.slice(-200))
    })
    assert.isAtMost(statements.filter((sql) => / from messages/.test(sql)).length, 2)
    assert.deepEqual(await page('afterSeq=0'), seen.slice(0, 200))
    assert.deepEqual(await page('afterSeq=3'), seen.slice(2, 202))

    const peer = await Peer.open(socketUrl(), await anotherSession(bob.user))
    for (let more = true; more;) {
      const ack = await peer.ask({ type: 'sync', conversations: [] })
      more = ack.more as boolean
      const seq = peer.ofType('message').at(-1)!.message.seq as number
      await peer.ask({ type: 'read', conversationId: id, seq })
    }
    const heard = peer.ofType('message').map(({ message }) => message.seq as number)
    assert.deepEqual(heard, seen)
    await peer.close()
  })
})
