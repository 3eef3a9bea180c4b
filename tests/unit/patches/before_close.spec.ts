import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from '@japa/runner'
import { beforeClose } from '#kernel/patches/main'
import { connectionTo, eventsOf, plainServer } from '#tests/helpers/plain_server'
import type { TestContext } from '@japa/runner/core'

const UPGRADE = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

/** A server with one connection that was upgraded. */
async function upgraded(cleanup: TestContext['cleanup']) {
  const server = await plainServer(() => undefined, cleanup)
  const taken = Promise.withResolvers<Socket>()
  server.on('upgrade', (_, socket) => taken.resolve(socket as Socket))
  const connection = await connectionTo(server, cleanup)
  connection.write(UPGRADE)
  return { server, socket: await taken.promise }
}

test.group('Patches | beforeClose', () => {
  test('is needed while Node.js emits nothing as a server is told to close, and leaves upgraded connections open', async ({
    assert,
    cleanup,
  }) => {
    const { server, socket } = await upgraded(cleanup)
    const events = eventsOf(server)
    server.close()
    server.closeAllConnections()
    await new Promise(setImmediate)
    assert.deepEqual(events, [])
    assert.isFalse(socket.destroyed)

    socket.destroy()
    await once(server, 'close')
  })

  test('lets upgraded connections be ended, so that the server closes', async ({
    assert,
    cleanup,
  }) => {
    const { server, socket } = await upgraded(cleanup)
    beforeClose(server, () => socket.destroy())
    await new Promise((closed) => server.close(closed))
    assert.isTrue(socket.destroyed)
  })
})
