import { test } from '@japa/runner'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import SecurityEvent from '../../../app/plugins/identity/models/security_event.js'
import { freshName, logIn, loggedIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'

test.group('Identity | login', (group) => {
  group.each.teardown(() => clock.restore())

  test('answer a token pair whose access token names the session and nothing of the operator', async ({
    client,
    assert,
  }) => {
    const user = await makeOperator()
    const response = await client
      .post('/app/auth/login')
      .json({ username: user.username, password: PASSWORD })

    response.assertStatus(200)
    const { data } = response.body()
    assert.properties(data, [
      'accessToken',
      'refreshToken',
      'tokenType',
      'expiresIn',
      'refreshExpiresIn',
    ])
    assert.deepInclude(decodeProtectedHeader(data.accessToken), { alg: 'HS256', typ: 'at+jwt' })
    assert.sameMembers(Object.keys(decodeJwt(data.accessToken)), [
      'iss',
      'sub',
      'sid',
      'jti',
      'iat',
      'exp',
    ])
    assert.notInclude(response.text(), user.password)
  })

  test('name each session at random', async ({ client, assert }) => {
    const { username } = await makeOperator()
    const names = [await logIn(client, username), await logIn(client, username)].map(
      ({ accessToken }) => decodeJwt(accessToken).sid
    )
    for (const name of names) assert.match(String(name), /^[0-9a-f]{32}$/)
    assert.notEqual(names[0], names[1])
  })

  test('find the account without regard to case and spaces around its name', async ({ client }) => {
    const user = await makeOperator()
    const username = ` ${user.username.toUpperCase()} `
    const response = await client.post('/app/auth/login').json({ username, password: PASSWORD })
    response.assertStatus(200)
  })

  test('refuse a wrong password and an unknown name alike, with 400', async ({
    client,
    assert,
  }) => {
    const user = await makeOperator()
    const wrong = await client
      .post('/app/auth/login')
      .json({ username: user.username, password: 'wrong' })
    const unknown = await client
      .post('/app/auth/login')
      .json({ username: freshName(), password: 'wrong' })

    wrong.assertStatus(400)
    wrong.assertBodyContains({ code: 400, data: { reason: 'E_INVALID_CREDENTIALS' } })
    assert.deepEqual(unknown.body(), wrong.body())
  })

  test('refuse a disabled account and say so only to who knows the password', async ({
    client,
  }) => {
    const user = await makeOperator({ status: 'disabled' })
    const right = await client
      .post('/app/auth/login')
      .json({ username: user.username, password: PASSWORD })
    const wrong = await client
      .post('/app/auth/login')
      .json({ username: user.username, password: 'wrong' })

    right.assertBodyContains({ code: 400, data: { reason: 'E_ACCOUNT_DISABLED' } })
    wrong.assertBodyContains({ code: 400, data: { reason: 'E_INVALID_CREDENTIALS' } })
  })

  test('record who logged in, and who failed to', async ({ client, assert }) => {
    const user = await makeOperator()
    await client.post('/app/auth/login').json({ username: user.username, password: 'wrong' })
    await logIn(client, user.username)

    const events = await actAsSystem('read the history', () =>
      SecurityEvent.query().where('account', user.username).orderBy('id')
    )
    assert.deepEqual(
      events.map(({ type }) => type),
      ['login_failed', 'login']
    )
    assert.equal(events[1]!.userId, user.id)
    assert.equal(events[1]!.ip, '127.0.0.1')
  })

  test('answer 401 once the access token has expired', async ({ client }) => {
    const { accessToken } = await loggedIn(client)
    clock.travel(29 * 60_000)
    ;(await client.get('/app/auth/user/info').bearerToken(accessToken)).assertStatus(200)
    clock.travel(2 * 60_000)
    ;(await client.get('/app/auth/user/info').bearerToken(accessToken)).assertStatus(401)
  })
})

test.group('Identity | login with bad input', () => {
  const bodies: [string, object][] = [
    ['no members', {}],
    ['an array for a name', { username: ['admin'], password: 'x' }],
    ['a number for a password', { username: 'admin', password: 1 }],
    ['an object for a password', { username: 'admin', password: { $ne: null } }],
    ['a name of 10,000 characters', { username: 'a'.repeat(10_000), password: 'x' }],
    ['a password of 10,000 characters', { username: 'admin', password: 'x'.repeat(10_000) }],
    ['null bytes in the name', { username: 'ad\0min', password: 'x' }],
    ['null for a name', { username: null, password: 'x' }],
  ]

  test('refuse {0} with 422 and the fields at fault')
    .with(bodies)
    .run(async ({ client, assert }, [, body]) => {
      const response = await client.post('/app/auth/login').json(body)
      response.assertStatus(422)
      response.assertBodyContains({ code: 422, data: { reason: 'E_VALIDATION' } })
      assert.isNotEmpty(response.body().data.errors)
    })

  test('refuse a missing body with 422', async ({ client }) => {
    const response = await client.post('/app/auth/login')
    response.assertStatus(422)
  })

  test('refuse what is not JSON with 400', async ({ client }) => {
    const response = await client
      .post('/app/auth/login')
      .header('content-type', 'application/json')
      .setup((request) => void request.request.send('{"username":'))
    response.assertStatus(400)
    response.assertBodyContains({ code: 400, data: { reason: 'E_BAD_REQUEST' } })
  })

  test('refuse another content type with 415', async ({ client }) => {
    const response = await client.post('/app/auth/login').form({ username: 'admin', password: 'x' })
    response.assertStatus(415)
  })

  test('refuse two megabytes of JSON with 413', async ({ client }) => {
    const response = await client
      .post('/app/auth/login')
      .json({ username: 'a'.repeat(2_000_000), password: 'x' })
    response.assertStatus(413)
    response.assertBodyContains({ code: 413, data: { reason: 'E_PAYLOAD_TOO_LARGE' } })
  })
})
