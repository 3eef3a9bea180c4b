import { connect } from 'node:net'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { MessagingConfig } from '#plugins/messaging/main'
import { NoticeStreams } from '../../../app/plugins/messaging/notices/notice_streams.js'
import { noticeStream } from '../../helpers/messaging/notice_stream.js'
import { person } from '../../helpers/messaging/people.js'
import { openGate } from '../../helpers/open_gate.js'
import { until } from '../../helpers/until.js'

const FRAME_BYTES = 128 * 1024
/** More than a connection of this machine holds by itself. */
const MANY = 200

const frame = JSON.stringify({ type: 'notice', text: 'x'.repeat(FRAME_BYTES) })

/** Asks for the stream, and reads nothing of it. */
function unread(token: string) {
  const socket = connect(Number(process.env.PORT), process.env.HOST)
  socket.pause()
  socket.on('error', () => undefined)
  socket.write(
    `GET /app/im/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`
  )
  return socket
}

test.group('Messaging | streams of notices that are read slowly', (group) => {
  group.each.setup(() => openGate().shut)

  test('end once too much waits for their reader', async ({ assert, cleanup }) => {
    const { user, token } = await person()
    const streams = await app.container.make(NoticeStreams)
    const before = streams.size
    const socket = unread(token)
    cleanup(() => void socket.destroy())
    await until(() => streams.size === before + 1)
    for (let no = 0; no < MANY; no++) {
      streams.send(user.id, frame)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await until(() => streams.size === before, 5_000)
    const again = await noticeStream('/app/im/events', { authorization: `Bearer ${token}` })
    streams.send(user.id, frame)
    assert.equal((await again.next()).payload.text.length, FRAME_BYTES)
    again.close()
  })

  test('go on for whoever reads, however much there is', async ({ assert }) => {
    const { user, token } = await person()
    const streams = await app.container.make(NoticeStreams)
    const stream = await noticeStream('/app/im/events', { authorization: `Bearer ${token}` })
    const { bufferedBytes } = app.config.get<MessagingConfig>('messaging')
    const times = Math.ceil((4 * bufferedBytes) / FRAME_BYTES)
    for (let no = 0; no < times; no++) {
      streams.send(user.id, frame)
      assert.equal((await stream.next()).payload.text.length, FRAME_BYTES)
    }
    stream.close()
  })
})
