import { test } from '@japa/runner'
import { eventually } from '../../helpers/deadline.js'
import { ServiceProcess } from '../../helpers/service_process.js'
import { makeOperator, PASSWORD } from '../../helpers/accounts.js'

const shared = process.env.REDIS_URL !== undefined && process.env.DB_CONNECTION !== undefined
const CALM = { RATE_LIMIT_PER_SECOND: '100000' }

async function tokensOf(service: ServiceProcess, username: string) {
  const response = await service.post('/app/auth/login', { username, password: PASSWORD })
  const { data } = (await response.json()) as {
    data: { accessToken: string; refreshToken: string }
  }
  return data
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const info = '/app/auth/user/info'

test.group('Nodes | two on one database and Redis', (group) => {
  if (!shared) return

  let first: ServiceProcess
  let second: ServiceProcess
  group.setup(async () => {
    const skewed = ['--import', new URL('../../helpers/skewed_clock.js', import.meta.url).href]
    first = await ServiceProcess.start(CALM)
    second = await ServiceProcess.start({ ...CALM, CLOCK_SKEW_MS: '60000' }, skewed)
    return async () => void (await Promise.all([first.stop(), second.stop()]))
  })

  test('refuse a token on one node right after the other logged it out', async ({ assert }) => {
    for (let round = 0; round < 10; round++) {
      const { username } = await makeOperator()
      const { accessToken } = await tokensOf(first, username)
      assert.equal((await second.get(info, bearer(accessToken))).status, 200)
      assert.equal((await first.post('/app/auth/logout', {}, bearer(accessToken))).status, 200)
      assert.equal((await second.get(info, bearer(accessToken))).status, 401)
    }
  })

  test('evaluate exactly the limit of wrong passwords over both', async ({ assert }) => {
    const { username } = await makeOperator()
    const attempts = Array.from({ length: 60 }, (_, index) =>
      (index % 2 ? first : second).post('/app/auth/login', { username, password: 'wrong' })
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)

    assert.lengthOf(
      statuses.filter((status) => status === 400),
      4
    )
    assert.lengthOf(
      statuses.filter((status) => status === 423),
      56
    )
  })

  test('agree on the grace of a refresh token although one clock is 60 s ahead', async ({
    assert,
  }) => {
    const { username } = await makeOperator()
    const { refreshToken } = await tokensOf(first, username)
    const onFirst = await first.post('/app/auth/refresh', { refreshToken })
    const onSecond = await second.post('/app/auth/refresh', { refreshToken })

    assert.equal(onSecond.status, 200)
    const [one, other] = (await Promise.all([onFirst.json(), onSecond.json()])) as {
      data: { refreshToken: string }
    }[]
    assert.equal(one!.data.refreshToken, other!.data.refreshToken)
  })

  test('take a token of the node whose clock is ahead, and the reverse', async ({ assert }) => {
    const { username } = await makeOperator()
    const ahead = await tokensOf(second, username)
    const behind = await tokensOf(first, username)
    assert.equal((await first.get(info, bearer(ahead.accessToken))).status, 200)
    assert.equal((await second.get(info, bearer(behind.accessToken))).status, 200)
  })
})

test.group('Nodes | one limit over both', () => {
  if (!shared) return

  test('count one client’s requests together', async ({ assert }) => {
    const limited = { RATE_LIMIT_PER_SECOND: '20' }
    const nodes = await Promise.all([ServiceProcess.start(limited), ServiceProcess.start(limited)])
    const ask = () =>
      Promise.all(
        Array.from({ length: 200 }, (_, index) => nodes[index % 2]!.get('/actuator/liveness'))
      )
    const began = performance.now()
    const answers = await ask()
    const seconds = Math.floor((performance.now() - began) / 1000)
    const passed = answers.filter(({ status }) => status === 200).length
    const refused = await eventually('somebody is refused', async () =>
      (await ask()).find(({ status }) => status === 429)
    )
    await Promise.all(nodes.map((node) => node.stop()))

    assert.isAtLeast(passed, 20)
    assert.isAtMost(passed, 20 * (seconds + 1))
    assert.deepInclude(await refused.json(), {
      code: 429,
      message: 'Too many requests, please try again later',
    })
    assert.isAtLeast(Number(refused.headers.get('retry-after')), 1)
  })
})
