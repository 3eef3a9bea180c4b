import type { IncomingMessage } from 'node:http'
import { test } from '@japa/runner'
import * as ws from 'ws'
import { takeCredential } from '../../../app/plugins/messaging/gateway/credentials.js'
import { FrameAllowance } from '../../../app/plugins/messaging/gateway/frame_allowance.js'
import { textFrame } from '../../../app/plugins/messaging/gateway/text_frame.js'
import { messageFrame } from '../../../app/plugins/messaging/writing/stored_message.js'

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

  test('put the content into the frame as it is kept, and hide what was recalled', ({ assert }) => {
    const message = {
      id: 1,
      conversationId: 2,
      seq: 3,
      clientMessageId: 'a"b',
      senderId: 4,
      contentType: 'custom' as const,
      content: '{"a":"\\u0000\\"}"}',
      replyTo: null,
      mentions: '[4]',
      createdAt: '2026-01-01T00:00:00.000Z',
      recalledAt: null,
    }
    const frame = JSON.parse(messageFrame(message))
    assert.deepEqual(frame.message, { ...message, content: { a: '\0"}' }, mentions: [4] })
    const recalled = JSON.parse(
      messageFrame({ ...message, recalledAt: '2026-01-01T00:01:00.000Z' })
    )
    assert.isNull(recalled.message.content)
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
