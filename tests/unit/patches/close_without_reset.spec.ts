import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { closeWithoutReset } from '#kernel/patches/main'
import { connectionTo, plainServer } from '#tests/helpers/plain_server'

const PIECE = Buffer.alloc(64 * 1024)
const HEAD = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${100 * PIECE.length}\r\n\r\n`

/** A client that goes on sending a body which was refused. `prepare` is called with the socket before the response. */
async function refused(prepare: (socket: Socket) => void, cleanup: TestContext['cleanup']) {
  const taken = Promise.withResolvers<Socket>()
  const server = await plainServer(({ socket }, response) => {
    prepare(socket)
    taken.resolve(socket)
    response.shouldKeepAlive = false
    response.writeHead(413, { 'Content-Length': 0 }).end()
  }, cleanup)
  const client = await connectionTo(server, cleanup)
  client.allowHalfOpen = true
  client.write(HEAD)
  client.write(PIECE)
  const [head] = (await once(client, 'data')) as [Buffer]
  return { client, socket: await taken.promise, head: head.toString('latin1') }
}

test.group('Patches | closeWithoutReset', () => {
  test('is needed while Node.js destroys the socket under a client that still sends', async ({
    assert,
    cleanup,
  }) => {
    const { client, socket } = await refused(() => undefined, cleanup)
    if (!socket.closed) await once(socket, 'close')
    const failed = new Promise<NodeJS.ErrnoException>((resolve) => client.once('error', resolve))
    while (!client.errored) await new Promise<unknown>((written) => client.write(PIECE, written))
    assert.include(['ECONNRESET', 'EPIPE'], String((await failed).code))
  })

  test('closes the side of the server alone, so that the client can send and read', async ({
    assert,
    cleanup,
  }) => {
    const { client, socket, head } = await refused(closeWithoutReset, cleanup)
    assert.match(head, /^HTTP\/1\.1 413 /)
    if (!client.readableEnded) await once(client, 'end')
    await new Promise<unknown>((written) => client.write(PIECE, written))
    assert.isFalse(socket.destroyed)
    assert.isNull(client.errored)
  })
})
