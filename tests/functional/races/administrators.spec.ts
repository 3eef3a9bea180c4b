import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { administrator, callerOf } from '../access/support/caller.js'
import { makeRole, makeUser } from '../access/support/organisation.js'

const HANDS_OUT = ['system:user:roles', 'system:user:show', 'system:user:list']
const ORDERS_MS = 1_200_000

type Headers = Record<string, string>

const put = (client: ApiClient, path: string, token: string, body: object, headers: Headers) =>
  client.put(`/app/system/${path}`).headers(headers).bearerToken(token).json(body)

const rolesOf = async (id: number): Promise<number[]> =>
  (await db.from('user_roles').where('user_id', id)).map((row) => Number(row.role_id))

test.group('Races | administrators', () => {
  test('let nobody give themselves back what is taken from them', async ({ client, assert }) => {
    const admin = await administrator(client)
    const role = await makeRole({ permissions: HANDS_OUT })
    await throughInterleavings(async () => {
      const user = await makeUser([role])
      const { token } = await callerOf(client, user.username)
      const path = `users/${user.id}/roles`
      let taken: ApiResponse
      let kept: ApiResponse
      return {
        first: async (headers) =>
          (taken = await put(client, path, admin.token, { roleIds: [] }, headers)),
        second: async (headers) =>
          (kept = await put(client, path, token, { roleIds: [role.id] }, headers)),
        check: async () => {
          taken.assertStatus(200)
          assert.include([200, 403, 404], kept.status())
          assert.isEmpty(await rolesOf(user.id))
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('let only one of two take the rights of the other', async ({ client, assert }) => {
    const role = await makeRole({ permissions: HANDS_OUT })
    await throughInterleavings(async () => {
      const people = [await makeUser([role]), await makeUser([role])] as const
      const callers = await Promise.all(people.map(({ username }) => callerOf(client, username)))
      const answers: number[] = []
      const strip = (by: 0 | 1) => async (headers: Headers) => {
        const { id } = people[by === 0 ? 1 : 0]
        const body = { roleIds: [] }
        const answer = await put(client, `users/${id}/roles`, callers[by]!.token, body, headers)
        answers.push(answer.status())
      }
      return {
        first: strip(0),
        second: strip(1),
        check: async () => {
          assert.sameMembers(answers, [200, 403])
          const left = await Promise.all(people.map(({ id }) => rolesOf(id)))
          assert.sameDeepMembers(left, [[], [role.id]])
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('let only one of two change what both have seen', async ({ client, assert }) => {
    const admin = await administrator(client)
    await throughInterleavings(async () => {
      const role = await makeRole()
      const { updatedAt } = await admin.must(admin.get(`roles/${role.id}`))
      const answers = new Map<string, number>()
      const rename = (name: string) => async (headers: Headers) => {
        const body = { name, updatedAt }
        const answer = await put(client, `roles/${role.id}`, admin.token, body, headers)
        answers.set(name, answer.status())
      }
      return {
        first: rename('One'),
        second: rename('Other'),
        check: async () => {
          assert.sameMembers([...answers.values()], [200, 409])
          const { name } = await admin.must(admin.get(`roles/${role.id}`))
          assert.equal(answers.get(name), 200)
        },
      }
    })
  }).timeout(ORDERS_MS)
})
