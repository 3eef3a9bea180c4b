import { test } from '@japa/runner'
import { Inbox } from '../../../app/plugins/messaging/gateway/inbox.js'

const KB = 1024
const frame = (bytes: number) => Buffer.alloc(bytes)

test.group('Messaging | what waits of one socket', () => {
  test('has room for 512 KB in all, and 64 KB of who is not known', ({ assert }) => {
    for (const [isKnown, most] of [
      [true, 512],
      [false, 64],
    ] as const) {
      const inbox = new Inbox()
      for (let kb = 0; kb < most; kb += 16) assert.isTrue(inbox.add(frame(16 * KB), isKnown))
      assert.isFalse(inbox.add(frame(1), isKnown))
      inbox.take()
      assert.isTrue(inbox.add(frame(16 * KB), isKnown))
      inbox.clear()
      assert.isTrue(inbox.isEmpty)
      assert.isTrue(inbox.add(frame(16 * KB), isKnown))
    }
  })

  test('is 512 frames at most, in their order', ({ assert }) => {
    const inbox = new Inbox()
    for (let no = 0; no < 512; no++) assert.isTrue(inbox.add(Buffer.from([no % 256]), true))
    assert.isFalse(inbox.add(frame(1), true))
    for (let no = 0; no < 512; no++) assert.equal(inbox.take()![0], no % 256)
    assert.isUndefined(inbox.take())
    assert.isTrue(inbox.isEmpty)
  })

  test('takes one in any case', ({ assert }) => {
    assert.isTrue(new Inbox().add(frame(600 * KB), false))
  })
})
