import { test } from '@japa/runner'
import { request as httpRequest } from 'node:http'
import app from '@adonisjs/core/services/app'
import { type Secret } from '@adonisjs/core/helpers'
import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { SessionRegistry } from '#plugins/identity/main'
import Session from '../../../app/plugins/identity/models/session.js'
import { loggedIn, logIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'

const info = '/app/auth/user/info'
const secretOf = () =>
  new TextEncoder().encode(app.config.get<{ secret: Secret<string> }>('identity').secret.release())

test.group('Identity | session', (group) => {
  group.each.teardown(() => clock.restore())

  test('tell who is logged in, from the session and not from the client', async ({
    client,
    assert,
  }) => {
    const { user, accessToken } = await loggedIn(client)
    const response = await client
      .get(info)
      .qs({ userId: 1 })
      .header('x-user-id', '1')
      .bearerToken(accessToken)

    response.assertStatus(200)
    const { data } = response.body()
    assert.equal(data.user.id, user.id)
    assert.properties(data, ['user', 'roles', 'permissions', 'menus'])
    assert.notProperty(data.user, 'password')
  })

  test('let Japa log in as an operator', async ({ client, assert }) => {
    const user = await makeOperator()
    const response = await client.get(info).loginAs(user)
    assert.equal(response.body().data.user.id, user.id)
  })

  test('end the session on logout with the bearer header', async ({ client }) => {
    const { accessToken, refreshToken } = await loggedIn(client)
    ;(await client.post('/app/auth/logout').bearerToken(accessToken)).assertStatus(200)
    ;(await client.get(info).bearerToken(accessToken)).assertStatus(401)
    ;(await client.post('/app/auth/refresh').json({ refreshToken })).assertStatus(401)
    ;(await client.post('/app/auth/logout').bearerToken(accessToken)).assertStatus(401)
  })

  test('change nothing on logout without the bearer header', async ({ client }) => {
    const { accessToken } = await loggedIn(client)
    ;(await client.post('/app/auth/logout')).assertStatus(200)
    ;(await client.get(info).bearerToken(accessToken)).assertStatus(200)
  })

  test('refuse the next request of a user who was disabled or deleted', async ({ client }) => {
    const registry = await app.container.make(SessionRegistry)
    const first = await loggedIn(client)
    const second = await loggedIn(client)
    ;(await client.get(info).bearerToken(first.accessToken)).assertStatus(200)
    ;(await client.get(info).bearerToken(second.accessToken)).assertStatus(200)

    await actAsSystem('a test', async () => {
      await first.user.merge({ status: 'disabled' }).save()
      await second.user.delete()
    })
    await registry.usersChanged([first.user.id, second.user.id])
    ;(await client.get(info).bearerToken(first.accessToken)).assertStatus(401)
    ;(
      await client.post('/app/auth/refresh').json({ refreshToken: first.refreshToken })
    ).assertStatus(401)
    ;(await client.get(info).bearerToken(second.accessToken)).assertStatus(401)
  })

  test('list one’s own sessions and end one of them, nobody else’s', async ({ client, assert }) => {
    const { user, accessToken } = await loggedIn(client)
    const other = await logIn(client, user.username)
    const stranger = await loggedIn(client)

    const listed = await client.get('/app/auth/sessions').bearerToken(accessToken)
    const sessions: { id: number; current: boolean }[] = listed.body().data
    assert.lengthOf(sessions, 2)
    const { id } = sessions.find((session) => !session.current)!

    ;(
      await client.delete(`/app/auth/sessions/${id}`).bearerToken(stranger.accessToken)
    ).assertStatus(404)
    ;(await client.delete(`/app/auth/sessions/${id}`).bearerToken(accessToken)).assertStatus(200)
    ;(await client.get(info).bearerToken(other.accessToken)).assertStatus(401)
    ;(await client.get(info).bearerToken(accessToken)).assertStatus(200)
  })

  test('end all other sessions when the password changes', async ({ client }) => {
    const { user, accessToken } = await loggedIn(client)
    const other = await logIn(client, user.username)
    const response = await client
      .put('/app/auth/password')
      .json({ oldPassword: PASSWORD, newPassword: 'another good one' })
      .bearerToken(accessToken)

    response.assertStatus(200)
    ;(await client.get(info).bearerToken(accessToken)).assertStatus(200)
    ;(await client.get(info).bearerToken(other.accessToken)).assertStatus(401)
    await logIn(client, user.username, 'another good one')
  })

  test('refuse a password change without the present one, and a short or unchanged one', async ({
    client,
  }) => {
    const { accessToken } = await loggedIn(client)
    const change = (oldPassword: string, newPassword: string) =>
      client.put('/app/auth/password').json({ oldPassword, newPassword }).bearerToken(accessToken)

    ;(await change('wrong', 'another good one')).assertBodyContains({
      code: 400,
      data: { reason: 'E_WRONG_PASSWORD' },
    })
    ;(await change(PASSWORD, 'short')).assertStatus(422)
    ;(await change(PASSWORD, PASSWORD)).assertBodyContains({
      code: 400,
      data: { reason: 'E_SAME_PASSWORD' },
    })
  })
})

test.group('Identity | tokens that are none', () => {
  const sign = (claims: object, header: object, secret = secretOf()) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .sign(secret)

  test('refuse {name}')
    .with([
      {
        name: 'alg none',
        forge: async (claims: object) => new UnsecuredJWT({ ...claims }).encode(),
      },
      {
        name: 'another algorithm',
        forge: (claims: object) => sign(claims, { alg: 'HS512' }, new Uint8Array(64)),
      },
      {
        name: 'HS384 with our own secret',
        forge: (claims: object) => sign(claims, { alg: 'HS384' }),
      },
      {
        name: 'another secret',
        forge: (claims: object) => sign(claims, {}, new Uint8Array(32).fill(7)),
      },
      { name: 'another purpose', forge: (claims: object) => sign(claims, { typ: 'content+jwt' }) },
      {
        name: 'another issuer',
        forge: (claims: object) => sign({ ...claims, iss: 'elsewhere' }, {}),
      },
      {
        name: 'an expired one',
        forge: (claims: object) => sign({ ...claims, exp: 1_000_000 }, {}),
      },
      {
        name: 'one without expiry',
        forge: (claims: object) => sign({ ...claims, exp: undefined }, {}),
      },
      {
        name: 'another session',
        forge: (claims: object) => sign({ ...claims, sid: '0'.repeat(32) }, {}),
      },
      { name: 'another’s session', forge: (claims: object) => sign({ ...claims, sub: '1' }, {}) },
      {
        name: 'the number of the session',
        forge: async (claims: object) => {
          const { sid } = claims as { sid: string }
          const { id } = await actAsSystem('a test', () => Session.findByOrFail({ sid }))
          return sign({ ...claims, sid: String(id) }, {})
        },
      },
      {
        name: 'a session that is no number',
        forge: (claims: object) => sign({ ...claims, sid: 'x' }, {}),
      },
      { name: 'text', forge: async () => 'a.b.c' },
      { name: '10,000 characters', forge: async () => `a.${'b'.repeat(10_000)}.c` },
    ])
    .run(async ({ client }, { forge }) => {
      const { accessToken } = await loggedIn(client)
      const response = await client.get(info).bearerToken(await forge(decodeJwt(accessToken)))
      response.assertStatus(401)
    })

  test('refuse a refresh token as an access token', async ({ client }) => {
    const { refreshToken } = await loggedIn(client)
    ;(await client.get(info).bearerToken(refreshToken)).assertStatus(401)
  })

  test('take the first of duplicate authorization headers and never mix them', async ({
    client,
    assert,
  }) => {
    const { accessToken } = await loggedIn(client)
    const status = await new Promise((resolve, reject) => {
      const headers = [
        'Host',
        'localhost',
        'Authorization',
        'Bearer a.b.c',
        'Authorization',
        `Bearer ${accessToken}`,
      ]
      const { HOST: host, PORT: port } = process.env
      httpRequest({ host, port, path: info, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    assert.equal(status, 401)
  })
})
