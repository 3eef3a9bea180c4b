import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { filled, HOSTILE_TEXTS } from './hostile_texts.js'
import type { Trial } from './trial.js'
import { send } from './wire.js'

const LARGEST = 64 * 1024
/** As many as come in one breath before a socket is closed for it. */
const BURST = 190

const FRAMES: Readonly<Record<string, string | Buffer>> = {
  'deep': filled('{"type":', LARGEST),
  'as deep as may be': `{"type":"send","contentType":"custom","content":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`,
  'members': `{"type":"send",${Array.from({ length: 4_000 }, (_, index) => `"k${index}":1`).join()}}`,
  'members of the content': `{"type":"send","clientMessageId":"a","to":1,"contentType":"custom","content":{${Array.from({ length: 4_000 }, (_, index) => `"k${index}":{}`).join()}}}`,
  'users watched': `{"type":"presence","userIds":[${filled('1,', LARGEST - 100)}1]}`,
  'conversations to sync': `{"type":"sync","conversations":[${filled('{"id":1,"seq":1},', 60_000 - (60_000 % 17))}{"id":1,"seq":1}]}`,
  'faults in a list': `{"type":"sync","conversations":[${filled('"a",', 60_000)}"a"]}`,
  'no JSON': `{"a":"${'\\\\'.repeat(30_000)}`,
  'binary': Buffer.alloc(LARGEST),
  'a long id': JSON.stringify({ type: 'ping', id: 'a'.repeat(60_000) }),
  'a bearer': JSON.stringify({ type: 'auth', token: filled('a.', 60_000) }),
  ...Object.fromEntries(
    Object.entries(HOSTILE_TEXTS).map(([kind, text]) => [
      `text of ${kind}`,
      JSON.stringify({
        type: 'send',
        clientMessageId: 'a',
        to: 1,
        contentType: 'text',
        content: text(10_000),
      }),
    ])
  ),
}

/** Hostile frames, one and a whole burst of them; and what is sent before anybody has said who they are. */
export function frameTrials(port: number, token: () => string): Trial[] {
  const kinds = Object.entries(FRAMES)
  return [
    ...kinds.map(([kind, frame]) => trial(port, token, `frame: ${kind}`, [frame])),
    ...kinds.map(([kind, frame]) => trial(port, token, `burst: ${kind}`, Array(BURST).fill(frame))),
    ...kinds.map(([kind, frame]) => trial(port, null, `first frame: ${kind}`, [frame])),
    {
      actor: 'nobody',
      kind: 'frames before a key',
      target: '/ws/im',
      run: () => send(port, halfAnUpgrade),
    },
    pings(port, token),
    ...Object.entries(CONTROL).flatMap(([kind, frame]) =>
      [null, token].map((who) => crowd(port, who, kind, frame))
    ),
  ]
}

const halfAnUpgrade = {
  method: 'GET',
  target: `/ws/im?${filled('token=a.b.c&', 10_000)}`,
  headers: { connection: 'Upgrade', upgrade: 'websocket' },
}

function trial(
  port: number,
  token: (() => string) | null,
  kind: string,
  frames: readonly (string | Buffer)[]
): Trial {
  return {
    actor: token ? 'clerk' : 'nobody',
    kind,
    target: '/ws/im',
    run: async () => {
      const socket = await open(port, token)
      for (const frame of frames) socket.send(frame)
      return { ...(await end(socket, frames)), requests: frames.length }
    },
  }
}

function pings(port: number, token: () => string): Trial {
  return {
    actor: 'clerk',
    kind: 'burst: pings',
    target: '/ws/im',
    run: async () => {
      const socket = await open(port, token)
      for (let sent = 0; sent < 5_000; sent++) socket.ping('a'.repeat(120))
      return { ...(await end(socket, [])), requests: 5_000 }
    },
  }
}

/** Frames of no content, as they go over the wire, masked. */
const CONTROL: Readonly<Record<string, Buffer>> = {
  'empty pongs': Buffer.from([0x8a, 0x80, 0, 0, 0, 0]),
  'empty pings': Buffer.from([0x89, 0x80, 0, 0, 0, 0]),
  'empty texts': Buffer.from([0x81, 0x80, 0, 0, 0, 0]),
  'empty fragments': Buffer.from([0x01, 0x80, 0, 0, 0, 0]),
}
const FOLLOWING = Buffer.from([0x00, 0x80, 0, 0, 0, 0])
const SOCKETS = 50

/** A whole read from each of many sockets at once; it counts as one of each. */
function crowd(port: number, token: (() => string) | null, kind: string, frame: Buffer): Trial {
  const more = kind === 'empty fragments' ? FOLLOWING : frame
  const bytes = Buffer.concat([frame, ...Array<Buffer>(10_000).fill(more)])
  return {
    actor: token ? 'clerk' : 'nobody',
    kind: `crowd: ${kind}`,
    target: '/ws/im',
    run: async () => {
      const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => open(port, token)))
      const closed = sockets.map((socket) => once(socket, 'close'))
      for (const socket of sockets) rawSocketOf(socket).write(bytes)
      const [[code]] = (await Promise.all(closed)) as [[number]]
      return { status: `closed ${code}`, sent: bytes.length, requests: SOCKETS }
    },
  }
}

function rawSocketOf(socket: WebSocket): Socket {
  return (socket as unknown as { _socket: Socket })._socket
}

async function open(port: number, token: (() => string) | null): Promise<WebSocket> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token()}` } : {}
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/im`, { headers })
  socket.on('error', () => undefined)
  await once(socket, 'open')
  return socket
}

/** The service has dealt with all of them when it answers what was asked last, or has closed. */
async function end(socket: WebSocket, frames: readonly (string | Buffer)[]) {
  const over = new Promise<string>((resolve) => {
    socket.once('close', (code) => resolve(`closed ${code}`))
    socket.on('message', (data) => {
      if (String(data).includes('"the last"')) resolve('open')
    })
  })
  socket.send('{"type":"ping","id":"the last"}')
  const status = await over
  socket.terminate()
  return { status, sent: frames.reduce((sum, frame) => sum + frame.length, 0) }
}
