import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { loggedIn } from '../../helpers/accounts.js'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { administrator } from '../access/support/caller.js'

const info = '/app/auth/user/info'
const ORDERS_MS = 1_200_000

const refresh = (client: ApiClient, refreshToken: string, headers: Record<string, string> = {}) =>
  client.post('/app/auth/refresh').headers(headers).json({ refreshToken })

/** A refresh that won opens nothing once the session is over. */
async function assertOver(client: ApiClient, refreshed: ApiResponse): Promise<void> {
  if (refreshed.status() !== 200) return refreshed.assertStatus(401)
  const pair = refreshed.body().data
  ;(await client.get(info).bearerToken(pair.accessToken)).assertStatus(401)
  ;(await refresh(client, pair.refreshToken)).assertStatus(401)
}

test.group('Races | sessions', () => {
  test('leave nothing open when logout and refresh race', async ({ client }) => {
    await throughInterleavings(async () => {
      const { accessToken, refreshToken } = await loggedIn(client)
      let refreshed: ApiResponse
      return {
        first: async (headers) => (refreshed = await refresh(client, refreshToken, headers)),
        second: async (headers) =>
          (
            await client.post('/app/auth/logout').headers(headers).bearerToken(accessToken)
          ).assertStatus(200),
        check: () => assertOver(client, refreshed),
      }
    })
  }).timeout(ORDERS_MS)

  test('leave nothing open when a reset and a refresh race', async ({ client }) => {
    const admin = await administrator(client)
    await throughInterleavings(async () => {
      const { user, refreshToken } = await loggedIn(client)
      let refreshed: ApiResponse
      return {
        first: async (headers) => (refreshed = await refresh(client, refreshToken, headers)),
        second: async (headers) =>
          (
            await client
              .put(`/app/system/users/${user.id}/password`)
              .headers(headers)
              .bearerToken(admin.token)
              .json({ password: 'another horse battery' })
          ).assertStatus(200),
        check: () => assertOver(client, refreshed),
      }
    })
  }).timeout(ORDERS_MS)

  test('yield one successor to two uses of a refresh token', async ({ client, assert }) => {
    await throughInterleavings(async () => {
      const { refreshToken } = await loggedIn(client)
      const answers: ApiResponse[] = []
      const use = async (headers: Record<string, string>) =>
        answers.push(await refresh(client, refreshToken, headers))
      return {
        first: use,
        second: use,
        check: () => {
          const tokens = answers.map((answer) => answer.body().data?.refreshToken)
          assert.isString(tokens[0])
          assert.equal(tokens[0], tokens[1])
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('let a deleted user in nowhere', async ({ client, assert }) => {
    const admin = await administrator(client)
    await throughInterleavings(async () => {
      const { user, refreshToken } = await loggedIn(client)
      let refreshed: ApiResponse
      return {
        first: async (headers) => (refreshed = await refresh(client, refreshToken, headers)),
        second: async (headers) => {
          const path = `/app/system/users/${user.id}`
          const answer = await client.delete(path).headers(headers).bearerToken(admin.token)
          assert.equal(answer.status(), 200)
        },
        check: () => assertOver(client, refreshed),
      }
    })
  }).timeout(ORDERS_MS)
})
