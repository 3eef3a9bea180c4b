import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { RateBuckets } from '#kernel/rate_limit/rate_buckets'
import { RequestKeys } from '#kernel/rate_limit/request_keys'
import { RequestLimit } from '#kernel/rate_limit/request_limit'
import { clock } from '#kernel/state/clock'
import { RequestGate } from '#kernel/state/request_gate'

test.group('Rate limit | application', (group) => {
  group.each.teardown(() => {
    clock.restore()
    app.container.restore(RequestLimit)
  })

  test('stand before every route, one that does not exist included', async ({ assert, client }) => {
    const ask = () => client.get('/no/such/route').header('X-Forwarded-For', '198.51.100.77')
    const answers = await Promise.all([ask(), ask()])
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
      await container.make(RequestGate),
      await container.make(RateBuckets),
      await container.make(RequestKeys),
      1
    )
    container.swap(RequestLimit, () => limit)
    clock.stop()
    const ask = () =>
      client
        .options('/app/auth/login')
        .header('Origin', 'https://elsewhere.example')
        .header('Access-Control-Request-Method', 'POST')
        .header('X-Forwarded-For', '198.51.100.78')
    const answers = await Promise.all([ask(), ask()])
    assert.sameMembers(
      answers.map((answer) => answer.status()),
      [204, 429]
    )
  })
})
