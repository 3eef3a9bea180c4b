import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { administrator, type Caller } from '../access/support/caller.js'
import { makeDepartment, makeMenu, makeRole, makeUser } from '../access/support/organisation.js'

const ORDERS_MS = 1_200_000

type Headers = Record<string, string>

/** What is deleted, and what makes use of it. */
interface Use {
  deleted: string
  used: { path: string; body: object }
  /** Whether it is in use in the end. */
  isUsed: () => Promise<boolean>
}

const found = async (table: string, row: Record<string, number>) =>
  (await db.from(table).where(row).first()) !== null

async function givenRole(): Promise<Use> {
  const [role, user] = [await makeRole(), await makeUser()]
  return {
    deleted: `roles/${role.id}`,
    used: { path: `users/${user.id}/roles`, body: { roleIds: [role.id] } },
    isUsed: () => found('user_roles', { user_id: user.id }),
  }
}

async function filledDepartment(): Promise<Use> {
  const [id, user] = [await makeDepartment(), await makeUser()]
  return {
    deleted: `departments/${id}`,
    used: { path: `users/${user.id}`, body: { departmentId: id } },
    isUsed: () => found('users', { id: user.id, department_id: id }),
  }
}

async function menuWithMore(): Promise<Use> {
  const [menu, other] = [await makeMenu(), await makeMenu()]
  return {
    deleted: `menus/${menu.id}`,
    used: { path: `menus/${other.id}`, body: { parentId: menu.id } },
    isUsed: () => found('menus', { id: other.id, parent_id: menu.id }),
  }
}

test.group('Races | deletions', () => {
  const both = async (client: ApiClient, { token }: Caller, { deleted, used }: Use) => {
    const answers = {} as { removal: ApiResponse; use: ApiResponse }
    const send = (method: 'put' | 'delete', path: string, headers: Headers) =>
      client[method](`/app/system/${path}`).headers(headers).bearerToken(token)
    return {
      answers,
      first: async (headers: Headers) => (answers.removal = await send('delete', deleted, headers)),
      second: async (headers: Headers) =>
        (answers.use = await send('put', used.path, headers).json(used.body)),
    }
  }

  test('let either the deletion or the use of {title} succeed')
    .with([
      { title: 'a role that is given', make: givenRole },
      { title: 'a department that somebody joins', make: filledDepartment },
      { title: 'a menu that another is put beneath', make: menuWithMore },
    ])
    .run(async ({ client, assert }, { make }) => {
      const admin = await administrator(client)
      await throughInterleavings(async () => {
        const use = await make()
        const { answers, first, second } = await both(client, admin, use)
        return {
          first,
          second,
          check: async () => {
            const statuses = [answers.removal.status(), answers.use.status()]
            const isUsed = await use.isUsed()
            assert.deepEqual(statuses, isUsed ? [409, 200] : [200, 404])
          },
        }
      })
    })
    .timeout(ORDERS_MS)

  test('leave no grant of a menu that is deleted', async ({ client, assert }) => {
    const admin = await administrator(client)
    await throughInterleavings(async () => {
      const [menu, role] = [await makeMenu(), await makeRole()]
      const { answers, first, second } = await both(client, admin, {
        deleted: `menus/${menu.id}`,
        used: { path: `roles/${role.id}/menus`, body: { menuIds: [menu.id] } },
        isUsed: async () => false,
      })
      return {
        first,
        second,
        check: async () => {
          answers.removal.assertStatus(200)
          assert.include([200, 404], answers.use.status())
          assert.isEmpty((await admin.must(admin.get(`roles/${role.id}`))).menuIds)
        },
      }
    })
  }).timeout(ORDERS_MS)
})
