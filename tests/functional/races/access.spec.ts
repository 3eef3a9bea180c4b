import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { Role } from '#plugins/access/main'
import { freshName, PASSWORD } from '../../helpers/accounts.js'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator, callerOf } from '../access/support/caller.js'
import { makeRole, makeUser } from '../access/support/organisation.js'

const HANDS_OUT = ['system:user:roles', 'system:user:show', 'system:user:list']

type Headers = Record<string, string>

const put = (client: ApiClient, path: string, token: string, body: object, headers: Headers = {}) =>
  client.put(`/app/system/${path}`).headers(headers).bearerToken(token).json(body)

const rolesOf = async (id: number): Promise<number[]> =>
  (await db.from('user_roles').where('user_id', id)).map((row) => Number(row.role_id))

test.group('Races | access', (group) => {
  onEveryDatabase(group)

  test('leave an administrator when the last two disable each other', async ({
    client,
    assert,
  }) => {
    const first = await administrator(client)
    const builtIn = await Role.findByOrFail('code', 'admin')
    const { id: adminId } = (await first.must(first.get('/app/auth/user/info'))).user
    const people = [await makeUser([builtIn]), await makeUser([builtIn])] as const
    const [one, other] = [people[0].id, people[1].id]
    await throughInterleavings(async () => {
      const callers = [
        await callerOf(client, people[0].username),
        await callerOf(client, people[1].username),
      ] as const
      const status = (by: 0 | 1, of: number, value: string, headers?: Headers) =>
        put(client, `users/${of}/status`, callers[by].token, { status: value }, headers)
      ;(await status(0, adminId, 'disabled')).assertStatus(200)
      const answers: number[] = []
      return {
        first: async (headers) =>
          answers.push((await status(0, other, 'disabled', headers)).status()),
        second: async (headers) =>
          answers.push((await status(1, one, 'disabled', headers)).status()),
        check: async () => {
          const left = await db.from('users').whereIn('id', [one, other]).where('status', 'enabled')
          const by = left[0]?.id === one ? 0 : 1
          for (const id of [adminId, one, other]) await status(by, id, 'enabled')
          assert.lengthOf(left, 1)
          assert.equal(Math.min(...answers), 200)
        },
      }
    })
    await db.from('user_roles').whereIn('user_id', [one, other]).delete()
  })

  test('let only one of two take the last rights of the other', async ({ client, assert }) => {
    const role = await makeRole({ permissions: HANDS_OUT })
    await throughInterleavings(async () => {
      const people = [await makeUser([role]), await makeUser([role])] as const
      const callers = [
        await callerOf(client, people[0].username),
        await callerOf(client, people[1].username),
      ] as const
      const answers: number[] = []
      const strip = (by: 0 | 1) => async (headers: Headers) => {
        const path = `users/${people[by === 0 ? 1 : 0].id}/roles`
        answers.push(
          (await put(client, path, callers[by].token, { roleIds: [] }, headers)).status()
        )
      }
      return {
        first: strip(0),
        second: strip(1),
        check: async () => {
          assert.sameMembers(answers, [200, 403])
          const left = [await rolesOf(people[0].id), await rolesOf(people[1].id)]
          assert.sameDeepMembers(left, [[], [role.id]])
        },
      }
    })
  })

  test('give a name to one of two new users', async ({ client, assert }) => {
    const admin = await administrator(client)
    await throughInterleavings(async () => {
      const username = freshName()
      const answers: ApiResponse[] = []
      const create = async (headers: Headers) =>
        answers.push(
          await client
            .post('/app/system/users')
            .headers(headers)
            .bearerToken(admin.token)
            .json({ username, password: PASSWORD })
        )
      return {
        first: create,
        second: create,
        check: () =>
          assert.sameMembers(
            answers.map((answer) => answer.status()),
            [200, 409]
          ),
      }
    })
  })
})
