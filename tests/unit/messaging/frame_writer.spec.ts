import logger from '@adonisjs/core/services/logger'
import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import { FrameWriter } from '../../../app/plugins/messaging/delivery/frame_writer.js'

function stage() {
  const written: string[] = []
  function* writing(name: string, sockets: number, costMs = 0) {
    for (let socket = 1; socket <= sockets; socket++) {
      const end = performance.now() + costMs
      while (performance.now() < end);
      yield written.push(`${name}${socket}`)
    }
  }
  return { writer: new FrameWriter(logger), written, writing }
}

test.group('Messaging | frame writer', () => {
  test('write at once what comes alone', ({ assert }) => {
    const { writer, written, writing } = stage()
    void writer.write(writing('a', 3))
    assert.deepEqual(written, ['a1', 'a2', 'a3'])
    assert.isTrue(writer.isFree)
  })

  test('divide one frame for very many sockets, and write what comes later behind it', async ({
    assert,
  }) => {
    const { writer, written, writing } = stage()
    const first = writer.write(writing('a', 40, 1))
    const second = writer.write(writing('b', 1))
    assert.isAtMost(written.length, 6)
    assert.isFalse(writer.isFree)
    let before = written.length
    while (written.length < 41) {
      await setImmediate()
      assert.isAtMost(written.length - before, 7)
      before = written.length
    }
    await Promise.all([first, second])
    assert.equal(written.at(-1), 'b1')
  })

  test('give a turn no more than its share, however many ask for it', async ({ assert }) => {
    const { writer, written, writing } = stage()
    for (let count = 0; count < 40; count++) void writer.write(writing('a', 1, 1))
    assert.isAtMost(written.length, 6)
    await writer.write([])
    assert.lengthOf(written, 40)
  })

  test('go on behind one that fails', async ({ assert }) => {
    const { writer, written, writing } = stage()
    function* failing() {
      yield written.push('once')
      throw new Error('no frame')
    }
    await writer.write(failing())
    await writer.write(writing('a', 1))
    assert.deepEqual(written, ['once', 'a1'])
  })
})
