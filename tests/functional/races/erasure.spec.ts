import { test } from '@japa/runner'
import type { ApiResponse } from '@japa/api-client'
import db from '@adonisjs/lucid/services/db'
import { logIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { administrator } from '../access/support/caller.js'
import { makeRole } from '../access/support/organisation.js'

const ORDERS_MS = 1_200_000

test.group('Races | erasure of personal data', () => {
  test('leave nobody logged in, and no login behind that came at the same time', async ({
    client,
    assert,
  }) => {
    const { token } = await administrator(client)
    await throughInterleavings(async () => {
      const { id, username } = await makeOperator()
      let login: ApiResponse
      return {
        first: async (headers) => {
          const body = { username, password: PASSWORD }
          login = await client.post('/app/auth/login').headers(headers).json(body)
        },
        second: async (headers) =>
          (
            await client
              .delete(`/app/system/users/${id}/personal-data`)
              .headers(headers)
              .bearerToken(token)
          ).assertStatus(200),
        check: async () => {
          if (login.status() !== 200) return login.assertStatus(400)
          const { accessToken } = login.body().data
          const info = await client.get('/app/auth/user/info').bearerToken(accessToken)
          info.assertStatus(401)
          assert.isEmpty(await db.from('sessions').where('user_id', id))
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('erase once where two ask at the same time', async ({ client, assert }) => {
    const { token } = await administrator(client)
    await throughInterleavings(async () => {
      const { id, username } = await makeOperator()
      await logIn(client, username)
      const erase = async (headers: Record<string, string>) => {
        const path = `/app/system/users/${id}/personal-data`
        ;(await client.delete(path).headers(headers).bearerToken(token)).assertStatus(200)
      }
      return {
        first: erase,
        second: erase,
        check: async () => {
          const { counts } = await db.from('erasures').where('user_id', id).firstOrFail()
          assert.containsSubset(JSON.parse(counts), { identity: { sessions: 1 } })
          const noted = db.from('security_events').where({ user_id: id, type: 'erased' })
          assert.lengthOf(await noted, 1)
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('give no role to who is erased at the same time', async ({ client, assert }) => {
    const { token } = await administrator(client)
    const role = await makeRole()
    await throughInterleavings(async () => {
      const { id } = await makeOperator()
      const path = `/app/system/users/${id}`
      return {
        first: async (headers) => {
          const body = { roleIds: [role.id] }
          const request = client.put(`${path}/roles`).headers(headers).bearerToken(token).json(body)
          assert.include([200, 409], (await request).status())
        },
        second: async (headers) =>
          (
            await client.delete(`${path}/personal-data`).headers(headers).bearerToken(token)
          ).assertStatus(200),
        check: async () => assert.isEmpty(await db.from('user_roles').where('user_id', id)),
      }
    })
  }).timeout(ORDERS_MS)
})
