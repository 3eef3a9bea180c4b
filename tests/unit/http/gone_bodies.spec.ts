import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import type { HttpRequest, HttpResponse } from '@adonisjs/core/http'
import { hangUpOf } from '#kernel/http/hang_up'
import { readBytes } from '#kernel/http/read_bytes'

/** A request whose client has gone before anybody looked at its body. */
async function abandoned(): Promise<[IncomingMessage, ServerResponse]> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10000000\r\n\r\n')
  const [incoming, response] = await asked
  incoming.on('error', () => undefined)
  client.destroy()
  await once(response, 'close')
  server.close()
  return [incoming, response]
}

test.group('HTTP | bodies of clients who are gone', () => {
  test('are read no more, and said to have broken off', async ({ assert }) => {
    const [incoming, response] = await abandoned()
    const request = { request: incoming, response, headers: incoming.headers }
    const reading = readBytes(request as unknown as HttpRequest, 20_000_000)
    await assert.rejects(() => reading, 'The body broke off')
  })

  test('have hung up, also where that is asked late', async ({ assert }) => {
    const [, response] = await abandoned()
    const late = { response } as unknown as HttpResponse
    assert.isTrue(hangUpOf(late).aborted)
  })
})
