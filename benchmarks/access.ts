import { withDatabase } from './harness/databases.js'
import type { Figure } from './harness/figures.js'
import type { Load } from './harness/load.js'
import type { Options } from './harness/options.js'
import { bearer, PASSWORD, passwordHash, tokenOf } from './harness/people.js'
import { prepared, underLoad, type Of } from './harness/rounds.js'
import { raise, type Side } from './harness/stage.js'

const USERS = 20_000
const DEPARTMENT = 1
const PERMISSIONS = ['system:user:list', 'system:user:create']

/** The list of users and their creation, by a head of department, beside the floor. */
export async function benchAccess(options: Options): Promise<Figure[]> {
  const sides = await raise(options, { floor: 'server' })
  const seeded = await prepared(sides, async (side) => {
    const roleId = await populate(side)
    return { roleId, headers: bearer(await tokenOf(side, 'bench-0')) }
  })
  const list =
    (more: string): Of<Load> =>
    (side) => ({
      path: `/app/system/users?status=enabled&pageSize=20&sort=-createdAt${more}`,
      headers: seeded(side).headers,
      connections: 50,
    })
  return [
    ...(await underLoad('access: list of users', sides, options, list('&page=2'))),
    ...(await underLoad(
      'access: list of users by keyword',
      sides,
      options,
      list('&keyword=bench-12')
    )),
    ...(await underLoad('access: create a user', sides, options, (side) => creation(seeded(side)))),
  ]
}

function creation({ headers, roleId }: { headers: Record<string, string>; roleId: number }): Load {
  const user = { nickname: 'Created', password: PASSWORD, departmentId: DEPARTMENT }
  return {
    path: '/app/system/users',
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    bodies: [JSON.stringify({ username: 'u[<id>]', ...user, roleIds: [roleId] })],
    uniqueBodies: true,
    connections: 20,
  }
}

/** 400 departments under 20 heads; the caller heads one of these, and so reaches a twentieth of all users. */
function populate({ env }: Side): Promise<number> {
  return withDatabase(env.DATABASE_URL!, async (query) => {
    const departments = `insert into departments (name, parent_id, sort, status, created_at, updated_at)`
    const rest = `0, 'enabled', now(), now()`
    await query(`${departments} select 'Head ' || n, null, ${rest} from generate_series(1, 20) n`)
    await query(
      `${departments} select 'Department ' || n, 1 + n % 20, ${rest} from generate_series(1, 400) n`
    )
    const { rows } = await query(
      `insert into roles (code, name, data_scope, built_in, status, created_at, updated_at)
       values ('bench', 'Bench', 'department_and_below', false, 'enabled', now(), now()) returning id`
    )
    const roleId = rows[0].id as number
    await query(
      'insert into role_menus (role_id, menu_id) select $1, id from menus where permission = any($2)',
      [roleId, PERMISSIONS]
    )
    await query(
      `insert into users (username, nickname, password, department_id, status, created_at, updated_at)
       select 'bench-' || n, 'Bench ' || n, $1, case when n = 0 then ${DEPARTMENT} else 21 + n % 400 end, 'enabled',
         now() - n * interval '1 minute', now() from generate_series(0, $2::int) n`,
      [await passwordHash(), USERS]
    )
    await query(
      `insert into user_roles (user_id, role_id) select id, $1 from users where username like 'bench-%'`,
      [roleId]
    )
    await query('update access_revisions set revision = revision + 1')
    await query('analyze')
    return roleId
  })
}
