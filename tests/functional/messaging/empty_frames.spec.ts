import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from '@japa/runner'
import { ImWebSocket } from '../../../app/plugins/messaging/gateway/im_web_socket.js'
import { person, socketUrl } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'

/** Frames of no content, masked. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const PING = Buffer.from([0x89, 0x80, 0, 0, 0, 0])
const TEXT = Buffer.from([0x81, 0x80, 0, 0, 0, 0])
const BEGIN = Buffer.from([0x01, 0x80, 0, 0, 0, 0])
const FOLLOWING = Buffer.from([0x00, 0x80, 0, 0, 0, 0])
const ONE_READ = 10_000
const BURST = 200

const repeated = (frame: Buffer) => Buffer.concat(Array<Buffer>(ONE_READ).fill(frame))
const rawOf = ({ ws }: Peer) => (ws as unknown as { _socket: Socket })._socket

async function anonymous(): Promise<Peer> {
  const peer = Peer.connect(socketUrl())
  await once(peer.ws, 'open')
  return peer
}

async function known(): Promise<Peer> {
  return Peer.open(socketUrl(), (await person()).token)
}

/** Counts what is looked at, until the teardown. */
function watched() {
  const { emit } = ImWebSocket.prototype
  const seen = { frames: 0 }
  ImWebSocket.prototype.emit = function (this: ImWebSocket, event: string, ...rest: unknown[]) {
    if (event === 'pong' || event === 'ping' || event === 'message') seen.frames++
    return Reflect.apply(emit, this, [event, ...rest])
  }
  return { seen, end: () => void (ImWebSocket.prototype.emit = emit) }
}

test.group('Messaging | empty frames', () => {
  for (const [kind, frame] of Object.entries({ pongs: PONG, pings: PING, texts: TEXT }))
    test(`close with 4429 on a read full of ${kind}, and look at no more of it`, async ({
      assert,
      cleanup,
    }) => {
      const peer = await known()
      const { seen, end } = watched()
      cleanup(end)
      rawOf(peer).write(repeated(frame))
      assert.deepEqual(await peer.closed, { code: 4429, reason: 'Too many frames' })
      assert.isAtMost(seen.frames, BURST + 50)
    })

  test('close with 4401 on the first sign of life of whoever has not said who they are', async ({
    assert,
    cleanup,
  }) => {
    const peer = await anonymous()
    const { seen, end } = watched()
    cleanup(end)
    rawOf(peer).write(repeated(PONG))
    assert.deepEqual(await peer.closed, { code: 4401, reason: 'Unauthenticated' })
    assert.isAtMost(seen.frames, 5)
  })

  test('answer no ping before it is known who asks', async ({ assert }) => {
    const peer = await anonymous()
    let pongs = 0
    peer.ws.on('pong', () => pongs++)
    rawOf(peer).write(PING)
    peer.send({ type: 'auth', token: (await person()).token })
    await peer.next(({ type }) => type === 'ready')
    assert.equal(pongs, 0)
    rawOf(peer).write(PING)
    await once(peer.ws, 'pong')
    await peer.close()
  })

  test('close on a message of more fragments than anybody needs', async ({ assert }) => {
    const peer = await anonymous()
    rawOf(peer).write(Buffer.concat([BEGIN, repeated(FOLLOWING)]))
    assert.equal((await peer.closed).code, 1008)
  })

  test('take signs of life that nobody asked for, as long as they are few', async ({ assert }) => {
    const peer = await known()
    for (let count = 0; count < 20; count++) rawOf(peer).write(PONG)
    assert.equal((await peer.ask({ type: 'ping' })).type, 'pong')
    await peer.close()
  })
})
