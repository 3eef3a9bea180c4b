import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

test.group('Rate limit | application', () => {
  test('stand before every route, one that does not exist included', async ({ assert, client }) => {
    const ask = () => client.get('/no/such/route').header('X-Forwarded-For', '198.51.100.77')
    const [first, second] = [await ask(), await ask()]
    const limit = app.config.get<number>('rate_limit.perSecond')

    assert.equal(first.status(), 404)
    assert.equal(first.header('x-ratelimit-limit'), String(limit))
    assert.equal(first.header('x-ratelimit-remaining'), String(limit - 1))
    assert.equal(second.header('x-ratelimit-remaining'), String(limit - 2))
    assert.isString(second.header('x-ratelimit-reset'))
  })
})
