import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { Role } from '#plugins/access/main'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { administrator, callerOf } from '../access/support/caller.js'
import { holder, makeRole, makeUser } from '../access/support/organisation.js'

const LIST = 'system:user:list'
const HANDS_OUT = ['system:user:roles', 'system:user:show', LIST]
const ORDERS_MS = 1_200_000

type Headers = Record<string, string>

const put = (client: ApiClient, path: string, token: string, body: object, headers: Headers = {}) =>
  client.put(`/app/system/${path}`).headers(headers).bearerToken(token).json(body)

test.group('Races | rights', () => {
  test('end in one of the two when a role is given and taken at once', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const role = await makeRole({ permissions: [LIST] })
    await throughInterleavings(async () => {
      const user = await makeUser([role])
      const caller = await callerOf(client, user.username)
      const path = `users/${user.id}/roles`
      const write = (roleIds: number[]) => async (headers: Headers) =>
        (await put(client, path, admin.token, { roleIds }, headers)).assertStatus(200)
      return {
        first: write([role.id]),
        second: write([]),
        check: async () => {
          const held = await db.from('user_roles').where('user_id', user.id)
          const { permissions } = await caller.must(caller.get('/app/auth/user/info'))
          assert.deepEqual(permissions, held.length ? [LIST] : [])
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('let nobody give away in the end what a role of the receiver grew to meanwhile', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const { caller } = await holder(client, HANDS_OUT)
    await throughInterleavings(async () => {
      const role = await makeRole({ permissions: [LIST] })
      const more = await makeRole({ permissions: [LIST, 'system:role:list'] })
      const user = await makeUser()
      const { menuIds } = await admin.must(admin.get(`roles/${more.id}`))
      let given: ApiResponse
      let grown: ApiResponse
      return {
        first: async (headers) => {
          const body = { roleIds: [role.id] }
          given = await put(client, `users/${user.id}/roles`, caller.token, body, headers)
        },
        second: async (headers) => {
          grown = await put(client, `roles/${role.id}/menus`, admin.token, { menuIds }, headers)
        },
        check: async () => {
          grown.assertStatus(200)
          assert.include([200, 403], given.status())
          const held = await db.from('user_roles').where('user_id', user.id)
          assert.lengthOf(held, given.status() === 200 ? 1 : 0)
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('leave an administrator when the last two disable each other', async ({
    client,
    assert,
  }) => {
    const first = await administrator(client)
    const builtIn = await Role.findByOrFail('code', 'admin')
    const { id: adminId } = (await first.must(first.get('/app/auth/user/info'))).user
    await throughInterleavings(async () => {
      const people = [await makeUser([builtIn]), await makeUser([builtIn])]
      const [one, other] = people.map(({ id }) => id)
      const callers = await Promise.all(people.map(({ username }) => callerOf(client, username)))
      const status = (by: number, of: number, value: string, headers: Headers = {}) =>
        put(client, `users/${of}/status`, callers[by]!.token, { status: value }, headers)
      await status(0, adminId, 'disabled')
      const answers: ApiResponse[] = []
      return {
        first: async (headers) => answers.push(await status(0, other!, 'disabled', headers)),
        second: async (headers) => answers.push(await status(1, one!, 'disabled', headers)),
        check: async () => {
          const left = await db
            .from('users')
            .whereIn('id', [one!, other!])
            .where('status', 'enabled')
          const back = left.length ? left[0]!.id : null
          if (back) await status(back === one ? 0 : 1, adminId, 'enabled')
          await db.from('user_roles').whereIn('user_id', [one!, other!]).delete()
          assert.lengthOf(left, 1)
          assert.include([200], Math.min(...answers.map((answer) => answer.status())))
        },
      }
    })
  }).timeout(ORDERS_MS)
})
