import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { WebSocket, WebSocketServer } from 'ws'
import { stopReceiving } from '#kernel/patches/main'

const FRAMES = 100

/** How many messages are emitted of those that one read brings, where the first is answered by `end`. */
async function emitted(end: (socket: WebSocket) => void, cleanup: TestContext['cleanup']) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  cleanup(() => server.close())
  await once(server, 'listening')
  const taken = once(server, 'connection') as Promise<[WebSocket]>
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  client.on('error', () => undefined)
  await once(client, 'open')
  const [socket] = await taken

  let messages = 0
  socket.on('message', () => {
    if (++messages === 1) end(socket)
  })
  const { _socket: raw } = client as unknown as { _socket: Socket }
  raw.cork()
  for (let sent = 0; sent < FRAMES; sent++) client.send('frame')
  raw.uncork()
  await once(socket, 'close')
  return messages
}

test.group('Patches | stopReceiving', () => {
  test('is needed while ws emits all messages of a read, whoever terminates the socket at the first', async ({
    assert,
    cleanup,
  }) => {
    assert.equal(await emitted((socket) => socket.terminate(), cleanup), FRAMES)
  })

  test('has it emit no more of them', async ({ assert, cleanup }) => {
    const end = (socket: WebSocket) => {
      stopReceiving(socket)
      socket.terminate()
    }
    assert.equal(await emitted(end, cleanup), 1)
  })
})
