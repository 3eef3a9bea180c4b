import { once } from 'node:events'
import { test } from '@japa/runner'
import { answerUnreadable } from '#kernel/http/main'
import { connectionTo, plainServer } from '#tests/helpers/plain_server'

const HALF = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{'

test.group('HTTP | bodies that do not arrive', () => {
  test('are refused with 408', async ({ assert, cleanup }) => {
    const options = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 }
    const server = await plainServer((request) => void request.resume(), cleanup, options)
    answerUnreadable(server)
    const client = await connectionTo(server, cleanup)
    client.setEncoding('latin1').write(HALF)
    const [received] = (await once(client, 'data')) as [string]
    assert.match(received, /^HTTP\/1\.1 408 /)
    assert.include(received, 'E_TOO_SLOW')
  })
})
