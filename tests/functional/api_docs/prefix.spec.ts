import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ForwardedPrefix } from '../../../app/plugins/api_docs/forwarded_prefix.js'

const asked = (prefix: string, address: string) =>
  ({
    header: (name: string) => (name === 'x-forwarded-prefix' ? prefix : undefined),
    request: { socket: { remoteAddress: address } },
  }) as never

test.group('API description | forwarded prefix', () => {
  test('name the prefix of a trusted proxy as the server', async ({ client, assert }) => {
    const response = await client.get('/v3/api-docs').header('x-forwarded-prefix', '/chancery/api')
    assert.deepEqual(response.body().servers, [{ url: '/chancery/api' }])

    const direct = await client.get('/v3/api-docs')
    assert.deepEqual(direct.body().servers, [{ url: '/' }])
  })

  test('ignore the prefix of an address that is not trusted', ({ assert }) => {
    const trusts =
      app.config.get<(address: string, distance: number) => boolean>('app.http.trustProxy')
    const prefix = new ForwardedPrefix(trusts)
    assert.equal(prefix.of(asked('/evil', '203.0.113.9')), '')
    assert.equal(prefix.of(asked('/good', '127.0.0.1')), '/good')
  })

  test('ignore what is no path', async ({ client, assert }) => {
    for (const prefix of [
      '//evil.example',
      'https://evil.example',
      '/a/../b c',
      '/<script>',
      'x',
      '/'.padEnd(300, 'a'),
    ]) {
      const response = await client.get('/v3/api-docs').header('x-forwarded-prefix', prefix)
      assert.deepEqual(response.body().servers, [{ url: '/' }], prefix)
    }
  })
})
