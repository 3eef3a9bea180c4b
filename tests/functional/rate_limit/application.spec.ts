import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

test.group('Rate limit | application', () => {
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
})
