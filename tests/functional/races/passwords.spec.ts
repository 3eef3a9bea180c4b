import argon2 from 'argon2'
import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { logIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { administrator } from '../access/support/caller.js'

const NEW = 'another horse battery'
const OTHER = 'a third horse battery'
const info = '/app/auth/user/info'
const ORDERS_MS = 1_200_000

type Headers = Record<string, string>

const logInWith = (client: ApiClient, username: string, password: string, headers: Headers = {}) =>
  client.post('/app/auth/login').headers(headers).json({ username, password })

const put = (client: ApiClient, path: string, token: string, body: object, headers: Headers) =>
  client.put(path).headers(headers).bearerToken(token).json(body)

const resetTo = (id: number, token: string, client: ApiClient) => async (headers: Headers) =>
  (
    await put(client, `/app/system/users/${id}/password`, token, { password: NEW }, headers)
  ).assertStatus(200)

/** The tokens that a login handed out open nothing any more. */
async function assertOut(client: ApiClient, login: ApiResponse): Promise<void> {
  if (login.status() !== 200) return login.assertStatus(400)
  const { accessToken, refreshToken } = login.body().data
  ;(await client.get(info).bearerToken(accessToken)).assertStatus(401)
  ;(await client.post('/app/auth/refresh').json({ refreshToken })).assertStatus(401)
}

async function assertPassword(client: ApiClient, username: string, right: string, wrong: string) {
  ;(await logInWith(client, username, wrong)).assertStatus(400)
  ;(await logInWith(client, username, right)).assertStatus(200)
}

test.group('Races | passwords', () => {
  test('leave nobody in who knew the password that was reset', async ({ client }) => {
    const { token } = await administrator(client)
    await throughInterleavings(async () => {
      const { id, username } = await makeOperator()
      let login: ApiResponse
      return {
        first: async (headers) => (login = await logInWith(client, username, PASSWORD, headers)),
        second: resetTo(id, token, client),
        check: async () => {
          await assertOut(client, login)
          await assertPassword(client, username, NEW, PASSWORD)
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('never write an old password back where its hash is renewed', async ({ client }) => {
    const { token } = await administrator(client)
    const weak = await argon2.hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await throughInterleavings(async () => {
      const { id, username } = await makeOperator({ password: weak })
      let login: ApiResponse
      return {
        first: async (headers) => (login = await logInWith(client, username, PASSWORD, headers)),
        second: resetTo(id, token, client),
        check: async () => {
          await assertOut(client, login)
          await assertPassword(client, username, NEW, PASSWORD)
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('leave nobody in who was disabled meanwhile', async ({ client }) => {
    const { token } = await administrator(client)
    await throughInterleavings(async () => {
      const { id, username } = await makeOperator()
      const path = `/app/system/users/${id}/status`
      let login: ApiResponse
      return {
        first: async (headers) => (login = await logInWith(client, username, PASSWORD, headers)),
        second: async (headers) =>
          (await put(client, path, token, { status: 'disabled' }, headers)).assertStatus(200),
        check: async () => {
          await assertOut(client, login)
          ;(await put(client, path, token, { status: 'enabled' }, {})).assertStatus(200)
          await assertOut(client, login)
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('leave nobody in who logs in with the password that its owner changes', async ({
    client,
    assert,
  }) => {
    await throughInterleavings(async () => {
      const { username } = await makeOperator()
      const own = await logIn(client, username)
      const body = { oldPassword: PASSWORD, newPassword: NEW }
      let login: ApiResponse
      let change: ApiResponse
      return {
        first: async (headers) =>
          (change = await put(client, '/app/auth/password', own.accessToken, body, headers)),
        second: async (headers) => (login = await logInWith(client, username, PASSWORD, headers)),
        check: async () => {
          assert.equal(change.status(), 200)
          await assertOut(client, login)
          ;(await client.get(info).bearerToken(own.accessToken)).assertStatus(200)
          await assertPassword(client, username, NEW, PASSWORD)
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('let no change by who knew the old password undo a reset', async ({ client, assert }) => {
    const { token } = await administrator(client)
    await throughInterleavings(async () => {
      const { id, username } = await makeOperator()
      const own = await logIn(client, username)
      const body = { oldPassword: PASSWORD, newPassword: OTHER }
      let change: ApiResponse
      return {
        first: async (headers) =>
          (change = await put(client, '/app/auth/password', own.accessToken, body, headers)),
        second: resetTo(id, token, client),
        check: async () => {
          assert.include([200, 400, 401], change.status())
          ;(await client.get(info).bearerToken(own.accessToken)).assertStatus(401)
          await assertPassword(client, username, NEW, OTHER)
        },
      }
    })
  }).timeout(ORDERS_MS)
})
