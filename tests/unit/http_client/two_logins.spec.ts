import { setTimeout } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Chancery } from '../../../clients/http/src/index.js'
import { MemoryTokens } from '../../../clients/http/src/token_pair.js'

/** A service whose tokens are named after a person; answers to a refresh are let go one by one. */
class Service {
  readonly #expired = new Set<string>()
  readonly writtenBy: string[] = []
  readonly refreshes: ((status: 200 | 401) => void)[] = []
  #logins = 0
  beforeAnswer: () => Promise<void> = async () => {}

  expire(accessToken: string): void {
    this.#expired.add(accessToken)
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === '/app/auth/login') {
      const { username } = (await request.json()) as { username: string }
      return envelope(200, pairOf(`${username}.${++this.#logins}`))
    }
    if (pathname === '/app/auth/refresh') return this.#refreshed(request)
    return this.#written(request)
  }

  async #refreshed(request: Request): Promise<Response> {
    const { refreshToken } = (await request.json()) as { refreshToken: string }
    const status = await new Promise<200 | 401>((resolve) => this.refreshes.push(resolve))
    return envelope(status, pairOf(`${refreshToken}.anew`))
  }

  async #written(request: Request): Promise<Response> {
    const token = request.headers.get('authorization')?.replace('Bearer ', '')
    await this.beforeAnswer()
    if (!token || this.#expired.has(token)) return envelope(401)
    this.writtenBy.push(token.split('.')[0]!)
    return envelope(200, {})
  }
}

const pairOf = (name: string) => ({ accessToken: name, refreshToken: name })

function envelope(code: number, data?: unknown): Response {
  return Response.json({ code, data, message: 'told' }, { status: code })
}

/** Two tabs of one browser, which has no locks between them, in the first of which alice is logged in. */
async function twoTabs() {
  const service = new Service()
  const tokens = new MemoryTokens()
  const tab = (host: string) => {
    const seen = { ended: 0 }
    const onSessionEnd = () => void (seen.ended += 1)
    const chancery = new Chancery({
      baseUrl: `http://${host}.test`,
      tokens,
      fetch: service.fetch,
      onSessionEnd,
    })
    const write = () =>
      chancery
        .upload('/app/files', new FormData())
        .then(() => 'written')
        .catch(({ status }: { status: number }) => status)
    return { chancery, write, seen }
  }
  const [one, other] = [tab(`one-${Math.random()}`), tab(`other-${Math.random()}`)]
  await one.chancery.logIn('alice', 'secret')
  await other.write()
  service.writtenBy.length = 0
  return { service, tokens, one, other }
}

/** The write of the first tab has met an expired token, and its refresh is on its way. */
async function refreshing() {
  const { service, tokens, one, other } = await twoTabs()
  service.expire(tokens.read()!.accessToken)
  const writing = one.write()
  while (service.refreshes.length === 0) await setTimeout(1)
  return { service, tokens, one, other, writing, answer: service.refreshes[0]! }
}

test.group('HTTP client | two logins in one browser', () => {
  test('repeat no write with the tokens of who logged in meanwhile', async ({ assert }) => {
    const { service, tokens, one, other } = await twoTabs()
    service.expire(tokens.read()!.accessToken)
    service.beforeAnswer = async () => {
      service.beforeAnswer = async () => {}
      await other.chancery.logIn('bob', 'secret')
    }
    assert.equal(await one.write(), 401)
    assert.isEmpty(service.writtenBy)
    assert.equal(one.seen.ended, 1)
  })

  test('send nothing with the tokens of who has logged in since', async ({ assert }) => {
    const { service, one, other } = await twoTabs()
    await other.chancery.logIn('bob', 'secret')
    assert.equal(await one.write(), 401)
    assert.equal(await one.write(), 401)
    assert.isFalse(one.chancery.isLoggedIn)
    assert.isNull(await one.chancery.tokens.current())
    assert.equal(one.seen.ended, 1)
    assert.equal(await other.write(), 'written')
    assert.deepEqual(service.writtenBy, ['bob'])
  })

  for (const status of [200, 401] as const)
    test(`keep the later login when an earlier refresh is answered ${status}`, async ({
      assert,
    }) => {
      const { tokens, one, other, writing, answer } = await refreshing()
      await other.chancery.logIn('bob', 'secret')
      answer(status)
      assert.equal(await writing, 401)
      assert.equal(tokens.read()?.accessToken, 'bob.2')
      assert.isTrue(other.chancery.isLoggedIn)
      assert.deepEqual([one.seen.ended, other.seen.ended], [1, 0])
    })

  test('stay logged out when an earlier refresh is answered', async ({ assert }) => {
    const { tokens, other, writing, answer, service } = await refreshing()
    const loggingOut = other.chancery.logOut()
    while (service.refreshes.length < 2) await setTimeout(1)
    service.refreshes[1]!(401)
    await loggingOut
    answer(200)
    assert.equal(await writing, 401)
    assert.isNull(tokens.read())
  })

  test('end no login that has replaced one’s own', async ({ assert }) => {
    const { tokens, one, other } = await twoTabs()
    await other.chancery.logIn('bob', 'secret')
    await one.chancery.logOut()
    assert.equal(tokens.read()?.accessToken, 'bob.2')
  })

  test('go on with a login of one’s own after another', async ({ assert }) => {
    const { service, one, other } = await twoTabs()
    await other.chancery.logIn('bob', 'secret')
    await one.write()
    await one.chancery.logIn('carol', 'secret')
    assert.equal(await one.write(), 'written')
    assert.equal(await other.write(), 401)
    assert.deepEqual(service.writtenBy, ['carol'])
    assert.deepEqual([one.seen.ended, other.seen.ended], [1, 1])
  })
})
