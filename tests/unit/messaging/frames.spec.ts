import type { IncomingMessage } from 'node:http'
import { test } from '@japa/runner'
import * as ws from 'ws'
import { takeCredential } from '../../../app/plugins/messaging/admission/credentials.js'
import { FrameAllowance } from '../../../app/plugins/messaging/sockets/frame_allowance.js'
import { textFrame } from '../../../app/plugins/messaging/sockets/text_frame.js'
import { entryJson, type Entry } from '../../../app/plugins/messaging/entries/entry.js'

/** Exported by `ws`, and missing in its types. */
const { Receiver } = ws as unknown as {
  Receiver: new (options: { isServer: boolean }) => {
    on(event: 'message', listener: (data: Buffer) => void): void
    write(data: Buffer): void
  }
}

function requestOf(url: string, headers: Record<string, string> = {}): IncomingMessage {
  return { url, headers: { ...headers }, rawHeaders: [] } as unknown as IncomingMessage
}

test.group('Messaging | frames', () => {
  test('encode texts of every length as `ws` reads them', async ({ assert }) => {
    const receiver = new Receiver({ isServer: false })
    const read: string[] = []
    receiver.on('message', (data) => read.push(data.toString()))
    const texts = [0, 1, 125, 126, 65_535, 65_536, 70_000].map(
      (length) => 'ä'.repeat(length / 2) + 'x'
    )
    for (const text of texts) receiver.write(textFrame(text))
    assert.deepEqual(read, texts)
  })

  test('put contents into entries as they are stored, and only what their kind has', ({
    assert,
  }) => {
    const stored: Entry = {
      ...{ id: 1, conversationId: 2, seq: 3, kind: 'message', actorId: 4, targetSeq: null },
      ...{ clientMessageId: 'a"b', contentType: 'custom', content: '{"a":"\\u0000\\"}"}' },
      ...{ replyTo: null, mentions: '[4]', reactions: '{"__proto__":1}' },
      ...{ editedAt: null, recalledAt: null, recalledBy: null, pinnedAt: null },
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    const read = (values: Partial<Entry> = {}) => JSON.parse(entryJson({ ...stored, ...values }))
    const message = read()
    assert.deepEqual([message.content, message.mentions], [{ a: '\0"}' }, [4]])
    assert.deepEqual(Object.entries(message.reactions), [['__proto__', 1]])
    assert.notProperty(message, 'editedAt')
    const change = { seq: 4, targetSeq: 3 }
    assert.notProperty(read({ ...change, kind: 'reaction' }), 'content')
    assert.isNull(read({ ...change, kind: 'pin' }).pinnedAt)
    const recalledAt = '2026-01-01T00:01:00.000Z'
    const recalled = { content: null, reactions: null, recalledAt }
    assert.isNull(read(recalled).content)
    assert.containSubset(read({ ...change, ...recalled, kind: 'edit' }), {
      content: null,
      recalledAt,
    })
    assert.deepEqual(read({ ...change, ...recalled, kind: 'reaction' }).reactions, {})
  })

  test('allow so many a second after a burst', ({ assert }) => {
    const allowance = new FrameAllowance(10, 20, 0)
    const taken = (now: number, times: number) =>
      Array.from({ length: times }, () => allowance.take(now)).filter(Boolean).length
    assert.equal(taken(0, 50), 20)
    assert.equal(taken(500, 50), 5)
    assert.equal(taken(60_000, 50), 20)
    assert.equal(taken(10, 50), 0)
  })

  test('take the best credential and leave no trace of any', ({ assert }) => {
    const request = requestOf('/ws/im?token=a.b.c&ticket=t', {
      'authorization': 'Bearer d.e.f',
      'sec-websocket-protocol': 'im.v1, bearer.g.h.i',
    })
    assert.deepEqual(takeCredential(request), { kind: 'ticket', value: 't' })
    assert.notMatch(JSON.stringify(request), /a\.b\.c|ticket=|d\.e\.f|g\.h\.i/)
    assert.equal(request.url, '/ws/im')
    assert.equal(request.headers['sec-websocket-protocol'], 'im.v1')
  })

  test('tell a bad credential from none', ({ assert }) => {
    assert.isNull(takeCredential(requestOf('/ws/im')))
    assert.isNull(takeCredential(requestOf('/ws/im', { 'sec-websocket-protocol': 'im.v1' })))
    const bad = [
      requestOf('/ws/im', { authorization: 'Basic x' }),
      requestOf('/ws/im', { authorization: `Bearer ${'a'.repeat(5_000)}.b.c` }),
      requestOf('/ws/im', { 'sec-websocket-protocol': 'bearer.x' }),
      requestOf(`/ws/im?token=${'a'.repeat(5_000)}`),
      requestOf('/ws/im?ticket='),
    ]
    for (const request of bad) assert.equal(takeCredential(request)?.value, '')
    assert.isNull(takeCredential(requestOf('/x?token=a.b.c'), { queryToken: false }))
  })
})
