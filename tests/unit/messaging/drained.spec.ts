import { Duplex } from 'node:stream'
import { test } from '@japa/runner'
import { Connection } from '../../../app/plugins/messaging/gateway/connection.js'
import type { MessagingConfig } from '../../../app/plugins/messaging/messaging_config.js'

const KB = 1024

test.group('Messaging | a socket of which nobody reads', () => {
  test('is waited for no longer than a while, and let go', async ({ assert }) => {
    const closed: number[] = []
    const ws = {
      OPEN: 1,
      readyState: 1,
      readNoMore: () => undefined,
      close: (code: number) => closed.push(code),
    }
    const raw = new Duplex({ read() {}, write() {} })
    const config = { bufferedBytes: 1024 * KB, drainSeconds: 0.05, framesPerSecond: 1 }
    const connection = new Connection(
      ws as never,
      raw,
      {} as never,
      {} as never,
      config as MessagingConfig
    )
    connection.write(Buffer.alloc(200 * KB))
    await connection.drained()
    assert.isTrue(connection.open)

    connection.write(Buffer.alloc(200 * KB))
    await connection.drained()
    assert.isFalse(connection.open)
    assert.deepEqual(closed, [1013])
  })
})
