import { test } from '@japa/runner'
import { Inbox } from '../../../app/plugins/messaging/gateway/inbox.js'

const KB = 1024
const frame = (bytes: number) => Buffer.alloc(bytes)

test.group('Messaging | what waits of one socket', () => {
  test('is full at 256 KB, at 64 of who is not known, and has room again once most of it is gone', ({
    assert,
  }) => {
    const inbox = new Inbox()
    for (let kb = 0; kb < 256; kb += 32) {
      assert.isFalse(inbox.isFull(true))
      assert.equal(inbox.isFull(false), kb >= 64)
      assert.isTrue(inbox.add(frame(32 * KB)))
    }
    assert.isTrue(inbox.isFull(true))
    for (let kb = 256; kb > 32; kb -= 32) {
      assert.isFalse(inbox.hasRoom)
      inbox.take()
    }
    assert.isTrue(inbox.hasRoom)
    inbox.clear()
    assert.deepEqual([inbox.isEmpty, inbox.isFull(false)], [true, false])
  })

  test('is 512 frames at most, in their order', ({ assert }) => {
    const inbox = new Inbox()
    for (let no = 0; no < 512; no++) assert.isTrue(inbox.add(Buffer.from([no % 256])))
    assert.isFalse(inbox.add(frame(1)))
    for (let no = 0; no < 512; no++) assert.equal(inbox.take()![0], no % 256)
    assert.isUndefined(inbox.take())
    assert.isTrue(inbox.isEmpty)
  })
})
