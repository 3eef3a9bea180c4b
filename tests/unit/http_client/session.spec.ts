import { test } from '@japa/runner'
import { Session, type Refreshed } from '../../../clients/http/src/session.js'
import { MemoryTokens, StoredTokens } from '../../../clients/http/src/token_pair.js'

const pair = (number: number) => ({
  accessToken: `access-${number}`,
  refreshToken: `refresh-${number}`,
})

/** A service that takes one access token, and rotates it. */
class Service {
  valid = 2
  refreshes = 0
  bodies: string[] = []
  answer: (next: number) => Promise<Refreshed> = async (next) => pair(next)

  readonly fetch = async (request: Request): Promise<Response> => {
    const right = request.headers.get('authorization') === `Bearer access-${this.valid}`
    const body = await request.text()
    if (!right) return new Response('no', { status: 401 })
    this.bodies.push(body)
    return new Response('yes')
  }

  readonly refresh = async (): Promise<Refreshed> => {
    this.refreshes += 1
    return this.answer(this.valid)
  }
}

function tab(service: Service, tokens = new MemoryTokens(), name = `session ${Math.random()}`) {
  let ended = 0
  const onSessionEnd = () => void (ended += 1)
  const session = new Session({
    tokens,
    name,
    fetch: service.fetch,
    refresh: service.refresh,
    onSessionEnd,
  })
  return { session, tokens, ended: () => ended }
}

const call = (body = '') => new Request('http://service.test/app', { method: 'POST', body })

test.group('HTTP client | session', () => {
  test('refresh once for 20 calls that see the same token expire, and repeat each with its body', async ({
    assert,
  }) => {
    const service = new Service()
    const { session, tokens } = tab(service)
    tokens.write(pair(1))

    const calls = Array.from({ length: 20 }, (_, index) => session.send(call(`body ${index}`)))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)

    assert.deepEqual(new Set(statuses), new Set([200]))
    assert.equal(service.refreshes, 1)
    assert.lengthOf(new Set(service.bodies), 20)
    assert.deepEqual(tokens.read(), pair(2))
  })

  test('take the successor that another tab found', async ({ assert }) => {
    const service = new Service()
    const tokens = new MemoryTokens()
    const name = 'two tabs'
    const [one, other] = [tab(service, tokens, name), tab(service, tokens, name)]
    tokens.write(pair(1))

    const answers = await Promise.all([one.session.send(call()), other.session.send(call())])

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200]
    )
    assert.equal(service.refreshes, 1)
  })

  test('end the session when the refresh is rejected, and say so once', async ({ assert }) => {
    const service = new Service()
    service.answer = async () => 'rejected'
    const { session, tokens, ended } = tab(service)
    tokens.write(pair(1))

    const answers = await Promise.all([session.send(call()), session.send(call())])

    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401]
    )
    assert.equal(ended(), 1)
    assert.isNull(tokens.read())
  })

  test('keep the session when it is not known whether it goes on', async ({ assert }) => {
    const service = new Service()
    service.answer = async () => {
      throw new Error('no network')
    }
    const { session, tokens, ended } = tab(service)
    tokens.write(pair(1))

    await assert.rejects(() => session.send(call()), 'no network')
    assert.deepEqual(tokens.read(), pair(1))
    assert.equal(ended(), 0)

    service.answer = async (next) => pair(next)
    assert.equal((await session.send(call())).status, 200)
  })

  test('send a request that carries its own credential as it is', async ({ assert }) => {
    const service = new Service()
    const { session, tokens } = tab(service)
    tokens.write(pair(1))
    const own = call()
    own.headers.set('authorization', 'Bearer mine')

    assert.equal((await session.send(own)).status, 401)
    assert.equal(service.refreshes, 0)
  })

  test('not repeat for ever when the new token is refused too', async ({ assert }) => {
    const service = new Service()
    service.answer = async () => pair(9)
    const { session, tokens } = tab(service)
    tokens.write(pair(1))

    assert.equal((await session.send(call())).status, 401)
    assert.equal(service.refreshes, 1)
  })
})

test.group('HTTP client | stored tokens', () => {
  test('read back what was written, and nothing of what is damaged', ({ assert }) => {
    const kept = new Map<string, string>()
    const tokens = new StoredTokens({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    })
    tokens.write(pair(1))
    assert.deepEqual(tokens.read(), pair(1))

    for (const damaged of ['{', 'null', '7', '{"accessToken":1}']) {
      kept.set('chancery.tokens', damaged)
      assert.isNull(tokens.read())
    }
    tokens.write(null)
    assert.equal(kept.size, 0)
  })
})
