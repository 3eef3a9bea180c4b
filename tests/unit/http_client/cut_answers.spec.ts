import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import {
  Chancery,
  ChanceryError,
  identityCurrentUserShow,
  MemoryTokens,
} from '../../../clients/http/src/index.js'

const PORTAL = '<!doctype html><title>Welcome to the hotel</title>'
const PAIR = { accessToken: 'access', refreshToken: 'refresh' }

type Answer = (response: ServerResponse) => void

const html: Answer = (response) => response.setHeader('content-type', 'text/html').end(PORTAL)
const asJson = (body: string): Answer => {
  return (response) => response.setHeader('content-type', 'application/json').end(body)
}
const brokenOff: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"code":200,"da')
  setTimeout(() => response.destroy(), 20)
}

const ANSWERS: [title: string, answer: Answer][] = [
  ['the page of a portal', html],
  ['such a page that is called JSON', asJson(PORTAL)],
  ['half an answer', asJson('{"code":200,"data":{"user":')],
  ['an answer that breaks off', brokenOff],
  ['nothing', asJson('')],
  ['null', asJson('null')],
]

test.group('HTTP client | answers that are none', (group) => {
  let server: Server
  let answer: Answer
  group.setup(async () => {
    server = createServer((request, response) => {
      request.resume()
      request.on('end', () => answer(response))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return () => void server.close()
  })

  function chancery() {
    const tokens = new MemoryTokens()
    tokens.write(PAIR)
    const { port } = server.address() as AddressInfo
    return { tokens, chancery: new Chancery({ baseUrl: `http://127.0.0.1:${port}`, tokens }) }
  }

  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error
    )

  for (const [title, given] of ANSWERS)
    test(`refuse ${title} with 200, whatever was asked for`, async ({ assert }) => {
      answer = given
      const client = chancery()
      const tries = [
        client.chancery.call(identityCurrentUserShow),
        client.chancery.upload('/app/files', new FormData()),
        client.chancery.logIn('ann', 'secret'),
      ]
      for (const refused of await Promise.all(tries.map(refusalOf))) {
        assert.instanceOf(refused, ChanceryError)
        const { reason, status } = refused as ChanceryError
        assert.deepEqual({ reason, status }, { reason: 'E_UNREADABLE_ANSWER', status: 200 })
      }
      assert.deepEqual(client.tokens.read(), PAIR)
    })

  test('keep the session when its renewal is answered by a portal', async ({ assert }) => {
    const statuses = [401, 200]
    answer = (response) => {
      response.statusCode = statuses.shift() ?? 200
      html(response)
    }
    const client = chancery()
    const refused = await refusalOf(client.chancery.call(identityCurrentUserShow))
    assert.equal((refused as ChanceryError).reason, 'E_UNREADABLE_ANSWER')
    assert.deepEqual(client.tokens.read(), PAIR)
  })
})
