import { test } from '@japa/runner'
import type { EntriesFrame, Entry } from '../../../clients/messaging/src/frames.js'
import { Inbox } from '../../../clients/messaging/src/inbox.js'
import { StoredPositions, MemoryPositions } from '../../../clients/messaging/src/position_store.js'
import { RecentChanges } from '../../../clients/messaging/src/recent_changes.js'

const ME = 7

function entry(seq: number, rest: object = {}): Entry {
  const place = { id: seq, conversationId: 1, seq, createdAt: '2026-01-01T00:00:00.000Z' }
  return { ...place, kind: 'message', actorId: 8, contentType: 'text', ...rest } as Entry
}

const named = (kind: 'joined' | 'left', seq: number) =>
  entry(seq, { kind, content: { userIds: [ME] } })

/** Everything after `after` up to `seq`, unless other entries are given. */
function frame(after: number, seq: number, entries?: Entry[]): EntriesFrame {
  const all = Array.from({ length: seq - after }, (_, index) => entry(after + 1 + index))
  return { type: 'entries', conversationId: 1, after, seq, entries: entries ?? all }
}

function inboxFrom(known: [number, number][], deliver: (one: Entry) => unknown = () => undefined) {
  const told: unknown[] = []
  const positions = new MemoryPositions(known)
  let gaps = 0
  const inbox = new Inbox({
    positions,
    deliver: (one) => {
      told.push(one.seq)
      return deliver(one)
    },
    reset: (id, seq) => void told.push(`reset ${id} at ${seq}`),
    gone: (id) => void told.push(`gone ${id}`),
    failed: (error) => void told.push((error as Error).message),
    gap: () => void gaps++,
  })
  return {
    inbox,
    positions,
    told,
    gaps: () => gaps,
    take: (one: EntriesFrame) => inbox.take(one, ME),
  }
}

const answer = { conversations: [], gone: [], reset: [] }

test.group('Messaging client | entries of a conversation', () => {
  test('come once and in order, and an empty frame moves the position on', ({ assert }) => {
    const { inbox, positions, told, take, gaps } = inboxFrom([[1, 2]])
    for (const one of [frame(0, 3), frame(3, 5), frame(2, 4), frame(5, 9, []), frame(9, 10)])
      take(one)
    assert.deepEqual(told, [3, 4, 5, 10])
    assert.deepEqual(positions.read(), [[1, 10]])
    assert.equal(gaps(), 0)
    assert.isEmpty(inbox.missing(500))
  })

  test('wait for what is missing before them', ({ assert }) => {
    const { inbox, told, take, gaps } = inboxFrom([[1, 2]])
    take(frame(3, 4))
    assert.equal(gaps(), 1)
    assert.deepEqual(inbox.missing(500), [{ id: 1, seq: 2 }])
    take(frame(2, 3))
    inbox.answered([{ id: 1, seq: 2 }], answer)
    assert.deepEqual(inbox.missing(500), [{ id: 1, seq: 3 }])
    take(frame(3, 4))
    assert.isEmpty(inbox.missing(500))
    assert.deepEqual(told, [3, 4])
  })

  test('are not asked for any longer where an answer brings nothing', ({ assert }) => {
    const { inbox, take } = inboxFrom([[1, 2]])
    take(frame(3, 4))
    inbox.answered(inbox.missing(500), answer)
    assert.isEmpty(inbox.missing(500))
  })

  test('begin where an unknown conversation begins: {name}')
    .with([
      { name: 'its first entry', frames: [frame(0, 2)], told: [1, 2] },
      { name: 'joining', frames: [frame(8, 9, [named('joined', 9)])], told: [9] },
      { name: 'what is unread', frames: [frame(8, 9), frame(5, 9)], told: [6, 7, 8, 9] },
    ])
    .run(({ assert }, { frames, told: expected }) => {
      const { inbox, told, take } = inboxFrom([])
      take(frames[0]!)
      if (inbox.hasUnknown) inbox.compare({ positions: [[1, 9, 5, 1]] })
      for (const one of frames.slice(1)) take(one)
      assert.deepEqual(told, expected)
    })

  test('come to the end of a conversation that was left before it is gone', ({ assert }) => {
    const { inbox, told, take } = inboxFrom([[1, 2]])
    inbox.compare({ positions: [] })
    const asked = inbox.missing(500)
    take(frame(2, 3))
    inbox.answered(asked, { ...answer, gone: [1] })
    const again = inbox.missing(500)
    inbox.answered(again, { ...answer, gone: [1] })
    assert.deepEqual([asked, again], [[{ id: 1, seq: 2 }], [{ id: 1, seq: 3 }]])
    assert.deepEqual(told, [3, 'gone 1'])
  })

  test('wait for a callback, go on after one that fails, and stop when all is forgotten', async ({
    assert,
  }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { inbox, positions, told, take } = inboxFrom([[1, 0]], ({ seq }) => {
      if (seq === 1) throw new Error('the application failed')
      return seq === 2 ? promise : undefined
    })
    take(frame(0, 3))
    assert.deepEqual(told, [1, 'the application failed', 2])
    assert.deepEqual(positions.read(), [[1, 1]])
    inbox.clear()
    resolve()
    await new Promise((done) => setImmediate(done))
    assert.deepEqual(told, [1, 'the application failed', 2])
    assert.isEmpty(positions.read())
  })
})

test.group('Messaging client | what is kept', () => {
  test('positions and epoch in a browser, apart for each prefix', ({ assert }) => {
    const stored = new Map([
      ['user 2.7', '9'],
      ['theme', 'dark'],
    ])
    const browser = {
      get length() {
        return stored.size
      },
      key: (index: number) => [...stored.keys()][index] ?? null,
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    }
    const positions = new StoredPositions('user 1', browser)
    assert.isNull(positions.readEpoch())
    positions.writeEpoch('one')
    for (const [id, seq] of [
      [7, 3],
      [8, 1],
      [7, 4],
    ] as const)
      positions.write(id, seq)
    positions.remove(8)
    const again = new StoredPositions('user 1', browser)
    assert.deepEqual([again.readEpoch(), again.read()], ['one', [[7, 4]]])
  })

  test('changes, for a minute', ({ assert }) => {
    let now = 0
    const recent = new RecentChanges(() => now)
    const change = (seq: number) => entry(seq, { kind: 'pin', targetSeq: 1, pinnedAt: null })
    for (const one of [entry(1), change(2), change(3)]) recent.add(one)
    assert.deepEqual(recent.after(1, 2), [change(3)])
    now = 61_000
    recent.add(change(4))
    assert.deepEqual(recent.after(1, 0), [change(4)])
  })
})
