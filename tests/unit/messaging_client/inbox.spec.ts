import { test } from '@japa/runner'
import type { Message, RecalledFrame } from '../../../clients/messaging/src/frames.js'
import { Inbox } from '../../../clients/messaging/src/inbox.js'
import { MemoryPositions } from '../../../clients/messaging/src/position_store.js'

const AT = '2026-01-01T00:00:00.000Z'

function message(seq: number, conversationId = 1): Message {
  return {
    ...{ id: conversationId * 1_000 + seq, conversationId, seq, clientMessageId: `m${seq}` },
    ...{ senderId: 7, contentType: 'text', content: `text ${seq}`, replyTo: null, mentions: [] },
    ...{ createdAt: AT, recalledAt: null },
  }
}

function recalled(seq: number): RecalledFrame {
  const recalledAt = '2026-01-01T00:01:00.000Z'
  const messageId = 1_000 + seq
  return { type: 'recalled', conversationId: 1, seq, messageId, senderId: 7, recalledAt }
}

function inboxFrom(known: [number, number][], deliver?: (message: Message) => unknown) {
  const seen: Message[] = []
  const recalls: number[] = []
  const gaps: boolean[] = []
  const faults: unknown[] = []
  const positions = new MemoryPositions(known)
  const inbox = new Inbox({
    positions,
    deliver: deliver ?? ((one) => void seen.push(one)),
    recalled: ({ seq }) => void recalls.push(seq),
    failed: (error) => void faults.push(error),
    gap: (isKnown) => void gaps.push(isKnown),
  })
  const seqs = () => seen.map(({ seq }) => seq)
  return { inbox, positions, seen, seqs, recalls, gaps, faults }
}

test.group('Messaging client | order of messages', () => {
  test('hand on each once and in order, whatever the order in which they come', ({ assert }) => {
    const { inbox, positions, seqs, gaps } = inboxFrom([[1, 2]])
    for (const seq of [2, 4, 3, 3, 6, 5, 1, 6]) inbox.take(message(seq))
    assert.deepEqual(seqs(), [3, 4, 5, 6])
    assert.deepEqual(gaps, [true, true])
    assert.deepEqual(positions.read(), [[1, 6, AT]])
  })

  test('begin an unknown conversation at its first message', ({ assert }) => {
    const { inbox, seqs, gaps } = inboxFrom([])
    inbox.take(message(1))
    inbox.take(message(2))
    assert.deepEqual(seqs(), [1, 2])
    assert.isEmpty(gaps)
  })

  test('wait with the midst of an unknown conversation until it is known where it begins', ({
    assert,
  }) => {
    const { inbox, seqs, gaps } = inboxFrom([])
    inbox.take(message(9))
    assert.deepEqual(gaps, [false])
    assert.deepEqual(inbox.gaps(), [{ id: 1, seq: 9 }])
    inbox.take(message(8))
    inbox.settle(1, 8)
    assert.deepEqual(seqs(), [8, 9])
  })

  test('go on past what will never come', ({ assert }) => {
    const { inbox, seqs } = inboxFrom([[1, 2]])
    inbox.take(message(9))
    inbox.settle(1, 9)
    inbox.take(message(10))
    assert.deepEqual(seqs(), [9, 10])
  })

  test('tell of a recall once, and hand on what is recalled already without its content', ({
    assert,
  }) => {
    const { inbox, seen, recalls } = inboxFrom([[1, 0]])
    inbox.take(message(1))
    inbox.recall(recalled(2))
    inbox.recall(recalled(1))
    inbox.recall(recalled(1))
    inbox.take(message(2))
    assert.deepEqual(recalls, [1])
    assert.isNull(seen[1]!.content)
    assert.isNotNull(seen[1]!.recalledAt)
  })

  test('wait for a callback before the next one of the same conversation alone', async ({
    assert,
  }) => {
    const started: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const { inbox, positions } = inboxFrom([], ({ conversationId, seq }) => {
      started.push(`${conversationId}:${seq}`)
      return conversationId === 1 && seq === 1 ? promise : undefined
    })
    inbox.take(message(1))
    inbox.take(message(2))
    inbox.take(message(1, 2))
    assert.deepEqual(started, ['1:1', '2:1'])
    assert.deepEqual(positions.read(), [[2, 1, AT]])
    resolve()
    await new Promise((done) => setImmediate(done))
    assert.deepEqual(started, ['1:1', '2:1', '1:2'])
    assert.deepInclude(positions.read(), [1, 2, AT])
  })

  test('go on after a callback that fails, and tell of it', ({ assert }) => {
    const { inbox, positions, faults } = inboxFrom([], ({ seq }) => {
      if (seq === 1) throw new Error('the application failed')
    })
    inbox.take(message(1))
    inbox.take(message(2))
    assert.lengthOf(faults, 1)
    assert.deepEqual(positions.read(), [[1, 2, AT]])
  })

  test('keep what a new socket brings until the service knows the position, then drop what is known', ({
    assert,
  }) => {
    const { inbox, seqs } = inboxFrom([[1, 2]])
    inbox.hold()
    for (const seq of [2, 3, 4]) inbox.take(message(seq))
    assert.isEmpty(seqs())
    inbox.release(1)
    assert.deepEqual(seqs(), [3, 4])
    assert.deepEqual(inbox.positions(), [{ id: 1, seq: 4, createdAt: AT }])
  })
})
