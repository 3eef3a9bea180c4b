import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { until } from '../../helpers/until.js'
import {
  Chancery,
  ChanceryError,
  identityCurrentUserShow,
  MemoryTokens,
} from '../../../clients/http/src/index.js'

const PAIR = { accessToken: 'access', refreshToken: 'refresh' }
const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head></html>'

type Answer = (response: ServerResponse) => void

const PORTAL = '<!doctype html><title>Welcome to the hotel</title>'

const page =
  (type: string, status = 502): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(BAD_GATEWAY)

const saying =
  (type: string, content: string): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(content)

const brokenOff: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"code":200,"da', () => response.destroy())
}

const NO_ANSWERS: [title: string, answer: Answer][] = [
  ['the page of a portal', saying('text/html', PORTAL)],
  ['such a page that is called JSON', saying('application/json', PORTAL)],
  ['half an answer', saying('application/json', '{"code":200,"data":{"user":')],
  ['an answer that breaks off', brokenOff],
  ['nothing', saying('application/json', '')],
  ['null', saying('application/json', 'null')],
]

test.group('HTTP client | faults on the way', (group) => {
  let server: Server
  let answer: Answer
  let asked: string[]
  group.setup(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!)
      request.resume()
      request.on('end', () => answer(response))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return () => void server.close().closeAllConnections()
  })
  group.each.setup(() => void (asked = []))

  function chancery() {
    const tokens = new MemoryTokens()
    tokens.write(PAIR)
    const { port } = server.address() as AddressInfo
    return { tokens, chancery: new Chancery({ baseUrl: `http://127.0.0.1:${port}`, tokens }) }
  }

  const faultOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error
    )

  for (const type of ['text/html', 'application/json'])
    test(`say what a proxy’s page of ${type} is, whatever was asked for`, async ({ assert }) => {
      answer = page(type)
      const client = chancery()
      const tries = [
        client.chancery.call(identityCurrentUserShow),
        client.chancery.upload('/app/files', new FormData()),
        client.chancery.fileUrl('/app/files/7/content'),
        client.chancery.logIn('ann', 'secret'),
      ]
      for (const fault of await Promise.all(tries.map(faultOf))) {
        assert.instanceOf(fault, ChanceryError)
        const { reason, status, message } = fault as ChanceryError
        assert.deepEqual({ reason, status }, { reason: 'E_UNREADABLE_ANSWER', status: 502 })
        assert.match(message, /502.*not .*the service.*again/)
        assert.notMatch(message, /JSON|token|</)
      }
      assert.deepEqual(client.tokens.read(), PAIR)
    })

  for (const [title, given] of NO_ANSWERS)
    test(`refuse ${title} with 200, and keep the session`, async ({ assert }) => {
      answer = given
      const client = chancery()
      const fault = await faultOf(client.chancery.call(identityCurrentUserShow))
      assert.instanceOf(fault, ChanceryError)
      const { reason, status } = fault as ChanceryError
      assert.deepEqual({ reason, status }, { reason: 'E_UNREADABLE_ANSWER', status: 200 })
      assert.deepEqual(client.tokens.read(), PAIR)
    })

  test('keep the session where a proxy answers 401 with a page of its own', async ({ assert }) => {
    answer = page('text/html', 401)
    const client = chancery()
    const fault = await faultOf(client.chancery.call(identityCurrentUserShow))
    assert.equal((fault as ChanceryError).status, 401)
    assert.deepEqual(client.tokens.read(), PAIR)
  })

  for (const [value, seconds] of [
    ['3', 3],
    [new Date(Date.now() - 60_000).toUTCString(), 0],
    ['soon', undefined],
  ] as const)
    test(`say how long to wait where the answer says ${value}`, async ({ assert }) => {
      answer = (response) =>
        response
          .writeHead(429, { 'content-type': 'application/json', 'retry-after': value })
          .end('{"code":429,"message":"Too many requests","data":null}')
      const client = chancery().chancery
      const faults = await Promise.all([
        faultOf(client.call(identityCurrentUserShow)),
        faultOf(client.upload('/app/files', new FormData())),
      ])
      for (const fault of faults) assert.equal((fault as ChanceryError).retryAfter, seconds)
    })

  test('ask below the service’s root, also where that is given with a slash', async ({
    assert,
  }) => {
    answer = page('text/html')
    const { port } = server.address() as AddressInfo
    const client = new Chancery({ baseUrl: `http://127.0.0.1:${port}/api/` })
    await faultOf(client.logIn('ann', 'secret'))
    await faultOf(client.call(identityCurrentUserShow))
    assert.deepEqual(asked, ['/api/app/auth/login', '/api/app/auth/user/info'])
  })

  test('end a call by a signal, with the signal’s reason', async ({ assert }) => {
    const abort = new AbortController()
    answer = () => abort.abort(new Error('nobody waits'))
    const fault = await faultOf(
      chancery().chancery.call(identityCurrentUserShow, { signal: abort.signal })
    )
    assert.equal((fault as Error).message, 'nobody waits')
  })

  test('send nothing where the signal is given already', async ({ assert }) => {
    const fault = await faultOf(
      chancery().chancery.call(identityCurrentUserShow, { signal: AbortSignal.abort() })
    )
    assert.equal((fault as Error).name, 'AbortError')
    assert.deepEqual(asked, [])
  })

  test('renew the session for the others though one call was ended meanwhile', async ({
    assert,
  }) => {
    const abort = new AbortController()
    const client = chancery()
    answer = (response) => {
      const isRefresh = asked.at(-1) === '/app/auth/refresh'
      if (isRefresh) abort.abort()
      const pair = { accessToken: 'next', refreshToken: 'next' }
      const body = isRefresh ? { code: 200, message: 'OK', data: pair } : { code: 401, data: null }
      response.writeHead(body.code, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const fault = await faultOf(
      client.chancery.call(identityCurrentUserShow, { signal: abort.signal })
    )
    assert.equal((fault as Error).name, 'AbortError')
    await until(async () => client.tokens.read()?.accessToken === 'next')
  })
})
