import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { RateBuckets, RequestKeys, RequestLimit, RequestLimiter } from '#kernel/rate_limit/main'
import { withinASecond } from '#tests/helpers/quickest'

let clients = 0

/** What one client, whom nobody knows yet, asks at the same time. */
function twice<Answer>(ask: (address: string) => PromiseLike<Answer>): Promise<Answer[]> {
  clients += 1
  const address = `198.51.100.${clients}`
  return Promise.all([ask(address), ask(address)])
}

test.group('Rate limit | application', (group) => {
  group.each.teardown(() => app.container.restore(RequestLimit))

  test('stand before every route, one that does not exist included', async ({ assert, client }) => {
    const ask = (address: string) => client.get('/no/such/route').header('X-Forwarded-For', address)
    const answers = await withinASecond(() => twice(ask))
    const limit = app.config.get<number>('rate_limit.perSecond')

    for (const answer of answers) {
      assert.equal(answer.status(), 404)
      assert.equal(answer.header('x-ratelimit-limit'), String(limit))
      assert.isString(answer.header('x-ratelimit-reset'))
    }
    const remaining = answers.map((answer) => answer.header('x-ratelimit-remaining'))
    assert.sameMembers(remaining, [String(limit - 1), String(limit - 2)])
  })

  test('count preflights, and refuse those beyond it', async ({ assert, client }) => {
    const { container } = app
    const limit = new RequestLimit(
      await container.make(RequestLimiter),
      await container.make(RateBuckets),
      await container.make(RequestKeys),
      1
    )
    container.swap(RequestLimit, () => limit)
    const ask = (address: string) =>
      client
        .options('/app/auth/login')
        .header('Origin', 'https://elsewhere.example')
        .header('Access-Control-Request-Method', 'POST')
        .header('X-Forwarded-For', address)
    const answers = await withinASecond(() => twice(ask))
    assert.sameMembers(
      answers.map((answer) => answer.status()),
      [204, 429]
    )
  })
})
