import { test } from '@japa/runner'
import { loggedIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { RawConnection } from '../../helpers/raw_request.js'

test.group('HTTP | headers of answers', () => {
  test('let no browser guess a type, and nobody keep tokens and personal data', async ({
    client,
    assert,
  }) => {
    const { username } = await makeOperator()
    const { accessToken } = await loggedIn(client)
    const answers = [
      await client.post('/app/auth/login').json({ username, password: PASSWORD }),
      await client.get('/app/auth/user/info').bearerToken(accessToken),
      await client.get('/app/auth/user/info'),
      await client.post('/app/auth/login').json({}),
      await client.get('/no/such/route'),
      await client.get('/actuator/health'),
    ]
    for (const answer of answers) {
      assert.equal(answer.header('x-content-type-options'), 'nosniff')
      assert.equal(answer.header('cache-control'), 'no-store')
    }
  })

  test('say so to who is refused an upgrade', async ({ assert }) => {
    const connection = new RawConnection()
    const { status, headers } = await connection
      .head('GET', '/ws/im?ticket=none', {
        'connection': 'Upgrade',
        'upgrade': 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      })
      .answer()
    connection.close()
    assert.equal(status, 401)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-store')
  })

  test('promise TLS to whom a trusted proxy served over TLS, and to nobody else', async ({
    client,
    assert,
  }) => {
    const plain = await client.get('/actuator/health')
    const secure = await client.get('/actuator/health').header('x-forwarded-proto', 'https')
    assert.isUndefined(plain.header('strict-transport-security'))
    assert.equal(secure.header('strict-transport-security'), 'max-age=31536000')
  })
})
