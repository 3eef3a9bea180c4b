import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { entriesOf, seqsOf, upTo } from '#tests/helpers/messaging/entries'
import { online, person, socketUrl, text } from '#tests/helpers/messaging/people'
import { Peer, type Frame } from '#tests/helpers/messaging/peer'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

type Position = { id: number; seq: number }

/** What an answer to `sync` says, and the frames before it. */
async function synced(peer: Peer, conversations: Position[], most?: number) {
  const before = peer.frames.length
  const { gone, reset, ...ack } = await peer.ask({ type: 'sync', conversations, most })
  const frames = peer.frames.slice(before).filter(({ type }) => type === 'entries')
  return { reached: ack.conversations, gone, reset, frames, entries: entriesOf(frames) }
}

/** Rows of so many groups with one line, in which this person is. Resolves to their ids. */
async function plantGroups(userId: number, count: number): Promise<number[]> {
  const created = { created_at: toStored(clock.now()) }
  const names = Array.from({ length: count }, (_, index) => `planted-${userId}-${index}`)
  const inParts = async (table: string, rows: object[]) => {
    for (let from = 0; from < rows.length; from += 50)
      await db.table(table).multiInsert(rows.slice(from, from + 50))
  }
  const base = { type: 'group', last_seq: 1, ...created }
  await inParts(
    'conversations',
    names.map((pair_key) => ({ ...base, pair_key }))
  )
  const rows = await db.from('conversations').whereIn('pair_key', names)
  const ids = rows.map(({ id }) => Number(id)).toSorted((one, other) => one - other)
  const members = ids.map((id) => ({ conversation_id: id, user_id: userId, ...created }))
  await inParts('conversation_members', members)
  const line = { seq: 1, kind: 'changed', content: '{}', ...created }
  await inParts(
    'conversation_entries',
    ids.map((id) => ({ conversation_id: id, ...line }))
  )
  return ids
}

test.group('Messaging | sync', (group) => {
  onEveryDatabase(group)

  test('bring what was sent while away, in pages, in order, and the same over HTTP', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await person()]
    const said = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        ann.peer.ask(text(`${index}`, { to: bob.user.id }))
      )
    const [{ conversationId: id }] = (await Promise.all(said(150))) as [Frame]
    await ann.peer.ask({ type: 'react', conversationId: id, seq: 7, reaction: '👍', on: true })
    clock.travel(4_000)
    await Promise.all(said(100))
    clock.restore()

    const peer = await Peer.open(socketUrl(), bob.token)
    assert.deepEqual((await peer.ask({ type: 'sync' })).positions, [[id, 251, 0, 1]])
    const first = await synced(peer, [{ id, seq: 0 }])
    assert.containSubset(first, { reached: [{ id, seq: 200 }], gone: [], reset: [] })
    const second = await synced(peer, first.reached)
    assert.deepEqual(second.reached, [{ id, seq: 251 }])
    const entries = [...first.entries, ...second.entries]
    assert.deepEqual(seqsOf(entries), upTo(251))

    const read = (afterSeq: number) =>
      callsOf(client, bob).get(`conversations/${id}/entries`, { afterSeq })
    const polled = [await read(0), await read(200)]
    assert.deepEqual(
      polled.flatMap((page) => page.entries),
      entries
    )
    assert.containSubset(polled[0], { conversationId: id, after: 0, seq: 200, asOf: 251 })
    const none = await synced(peer, second.reached)
    assert.deepEqual([none.reached, none.frames], [[{ id, seq: 251 }], []])
  })

  test('reset positions before the first, beyond the last, and too far behind', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await online(), await online(), await person()]
    const id = await groupOf(client, ann)
    await ann.peer.ask(text('1', { conversationId: id }))
    await callsOf(client, ann).post(`conversations/${id}/members`, { userIds: [bob.user.id] })
    for (const words of ['2', '3', '4']) await ann.peer.ask(text(words, { conversationId: id }))
    const strange = await groupOf(client, eve)

    const at = (seq: number, most?: number) => synced(bob.peer, [{ id, seq }], most)
    for (const result of [await at(1), await at(7), await at(2, 3)])
      assert.deepEqual([result.reset, result.reached, result.frames], [[{ id, seq: 6 }], [], []])
    assert.deepEqual(seqsOf((await at(2, 4)).entries), [3, 4, 5, 6])
    const others = await synced(bob.peer, [
      { id: strange, seq: 1 },
      { id: 2_000_000_000, seq: 1 },
    ])
    assert.deepEqual(others.gone, [strange, 2_000_000_000])
    assert.deepEqual([others.reset, others.reached, others.frames], [[], [], []])
  })

  test('tell who left up to their leaving, and that it is gone', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const id = await groupOf(client, ann, [bob])
    await ann.peer.ask(text('before', { conversationId: id }))
    await callsOf(client, ann).delete(`conversations/${id}/members/${bob.user.id}`)
    await ann.peer.ask(text('a secret', { conversationId: id }))
    await ann.peer.ask({ type: 'recall', conversationId: id, seq: 2 })

    const peer = await Peer.open(socketUrl(), bob.token)
    assert.deepEqual((await peer.ask({ type: 'sync' })).positions, [])
    const told = await synced(peer, [{ id, seq: 1 }])
    assert.deepEqual([told.reached, told.gone, told.reset], [[{ id, seq: 3 }], [id], []])
    assert.deepEqual(
      told.entries.map(({ kind }) => kind),
      ['message', 'left']
    )
    const ahead = await synced(peer, [{ id, seq: 4 }])
    assert.deepEqual([ahead.gone, ahead.reset], [[id], [{ id, seq: 3 }]])

    const calls = callsOf(client, bob)
    const { items } = await calls.get('conversations', { left: true })
    assert.containSubset(items, [
      { id, left: true, ownerId: null, lastSeq: 3, unread: 0, lastMessage: { seq: 2 } },
    ])
    const { entries, asOf } = await calls.get(`conversations/${id}/entries`)
    assert.deepEqual([seqsOf(entries), asOf], [[1, 2, 3], 3])
    assert.notInclude(JSON.stringify([items, entries, told.entries]), 'secret')
  })

  test('bring all of 520 conversations, up to 500 in a frame', async ({ assert }) => {
    const bob = await online()
    const ids = await plantGroups(bob.user.id, 520)
    const { positions } = await bob.peer.ask({ type: 'sync' })
    assert.deepEqual(
      positions,
      ids.map((id) => [id, 1, 0, 1])
    )
    const all = ids.map((id) => ({ id, seq: 0 }))
    assert.equal((await bob.peer.ask({ type: 'sync', conversations: all })).code, 422)
    const seen = new Set<number>()
    for (let left: Position[] = all; left.length > 0;) {
      const { reached, frames } = await synced(bob.peer, left.slice(0, 500))
      for (const { conversationId } of frames) seen.add(conversationId)
      const ends = new Map(reached.map(({ id, seq }: Position) => [id, seq]))
      left = left.filter(({ id }) => ends.get(id) !== 1)
    }
    assert.equal(seen.size, 520)
  })
})
