import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from '@japa/runner'
import { abortIdleResponses } from '#kernel/http/main'
import { connectionTo, plainServer } from '#tests/helpers/plain_server'

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const LONG = Buffer.alloc(64 * 1024 * 1024)

test.group('HTTP | responses that nobody reads', () => {
  test('are aborted', async ({ cleanup }) => {
    const server = await plainServer((_, response) => response.end(LONG), cleanup)
    abortIdleResponses(server, 50)
    const arrival = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
    const client = await connectionTo(server, cleanup)
    client.pause().write(REQUEST)
    const [, response] = await arrival
    await once(response, 'close')
  })

  test('are waited for while they are not written yet', async ({ assert, cleanup }) => {
    const server = await plainServer(() => undefined, cleanup)
    abortIdleResponses(server, 50)
    const arrival = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
    const client = await connectionTo(server, cleanup)
    client.setEncoding('latin1').write(REQUEST)
    const [, response] = await arrival
    await once(server, 'timeout')
    response.end('late')
    const [received] = (await once(client, 'data')) as [string]
    assert.match(received, /late$/)
  })
})
