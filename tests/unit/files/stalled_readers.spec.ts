import { once } from 'node:events'
import {
  createServer,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { abortIdleResponse, stalledReaders } from '#kernel/http/abort_idle_response'
import { until } from '../../helpers/until.js'

const SECOND_MS = 1_000
const LEAST = 300 * 1024
const PIECE = Buffer.alloc(65_536, 'x')

const endless = () =>
  new Readable({
    read() {
      this.push(PIECE)
    },
  })

test.group('Files | readers that stall', (group) => {
  let server: Server
  group.setup(async () => {
    server = createServer((_request, answer) => {
      abortIdleResponse(answer)
      endless().pipe(answer)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return () => {
      server.closeAllConnections()
      server.close()
    }
  })
  group.each.setup(() => {
    clock.stop()
    return () => clock.restore()
  })

  /** Somebody who reads only what a test lets them. */
  async function reader() {
    const { port } = server.address() as AddressInfo
    const arrival = once(server, 'request') as Promise<[unknown, ServerResponse]>
    const request = get({ host: '127.0.0.1', port, agent: false })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.pause().on('error', () => undefined)
    const [, answer] = await arrival
    const handedOut = () => answer.socket!.bytesWritten - answer.socket!.writableLength
    const readsOn = () => {
      const before = handedOut()
      return until(() => {
        response.read()
        return answer.destroyed || handedOut() >= before + LEAST
      })
    }
    return { answer, readsOn }
  }

  const lookAfter = (seconds: number) => {
    clock.travel(seconds * SECOND_MS)
    stalledReaders.look()
  }

  /** What lies between two who talk fills up first. */
  const cutOffInTheEnd = (answer: ServerResponse) =>
    until(() => {
      lookAfter(300)
      return answer.destroyed
    })

  test('go on while they take 300 KB within 300 seconds', async ({ assert }) => {
    const { answer, readsOn } = await reader()
    for (let times = 0; times < 4; times++) {
      lookAfter(299)
      assert.isFalse(answer.destroyed)
      await readsOn()
      lookAfter(0)
    }
    await cutOffInTheEnd(answer)
  })
})
