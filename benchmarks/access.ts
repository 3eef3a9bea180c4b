import argon2 from 'argon2'
import pg from 'pg'
import { measure, median, type Load, type Measure } from './harness/load.js'
import { raise, type Stage } from './harness/stage.js'
import { markdownTable, publish, ratio } from './harness/table.js'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const USERS = 20_000
const PASSWORD = 'benchmarks are measured'
const PERMISSIONS = ['system:user:list', 'system:user:create']

/** The list of users and their creation, by a head of department, beside the floor. */
export async function benchAccess(): Promise<void> {
  const stage = await raise()
  try {
    const { departmentId, roleId } = await populate(stage)
    const headers = { authorization: `Bearer ${await tokenOf(stage)}` }
    const list: Load = {
      path: '/app/system/users?status=enabled&page=2&pageSize=20&sort=-createdAt',
      headers,
      connections: 50,
      seconds: SECONDS,
    }
    const listed = await compare(stage, list)
    const created = await compare(stage, creation(headers, departmentId, roleId))
    publish('access', 'Administration of users beside the floor', report(listed, created))
  } finally {
    await stage.close()
  }
}

type Pair = { service: Measure; floor: Measure }

async function compare({ service, floor }: Stage, load: Load): Promise<Pair> {
  const rounds: Record<'service' | 'floor', Measure[]> = { service: [], floor: [] }
  for (const one of [floor, service]) await measure(one, { ...load, seconds: 2 })
  for (let round = 0; round < ROUNDS; round++) {
    rounds.floor.push(await measure(floor, load))
    rounds.service.push(await measure(service, load))
  }
  return { service: median(rounds.service), floor: median(rounds.floor) }
}

function creation(headers: Record<string, string>, departmentId: number, roleId: number): Load {
  const user = { nickname: 'Created', password: PASSWORD, departmentId, roleIds: [roleId] }
  return {
    path: '/app/system/users',
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    bodies: [JSON.stringify({ username: 'u[<id>]', ...user })],
    uniqueBodies: true,
    connections: 20,
    seconds: SECONDS,
  }
}

/** 400 departments under 20 heads; the caller heads one of these, and so reaches a twentieth of all users. */
async function populate({ env }: Stage): Promise<{ departmentId: number; roleId: number }> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  const one = async (sql: string, values: unknown[] = []) =>
    (await client.query(sql, values)).rows[0].id as number
  const departments = `insert into departments (name, parent_id, sort, status, created_at, updated_at)`
  const rest = `0, 'enabled', now(), now()`
  await client.query(
    `${departments} select 'Head ' || n, null, ${rest} from generate_series(1, 20) n`
  )
  await client.query(
    `${departments} select 'Department ' || n, 1 + n % 20, ${rest} from generate_series(1, 400) n`
  )
  const roleId = await one(
    `insert into roles (code, name, data_scope, built_in, status, created_at, updated_at)
     values ('bench', 'Bench', 'department_and_below', false, 'enabled', now(), now()) returning id`
  )
  await client.query(
    'insert into role_menus (role_id, menu_id) select $1, id from menus where permission = any($2)',
    [roleId, PERMISSIONS]
  )
  const hash = await argon2.hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await client.query(
    `insert into users (username, nickname, password, department_id, status, created_at, updated_at)
     select 'bench-' || n, 'Bench ' || n, $1, case when n = 0 then 1 else 21 + n % 400 end, 'enabled',
       now() - n * interval '1 minute', now() from generate_series(0, $2::int) n`,
    [hash, USERS]
  )
  await client.query(
    `insert into user_roles (user_id, role_id) select id, $1 from users where username like 'bench-%'`,
    [roleId]
  )
  await client.query('update access_revisions set revision = revision + 1')
  await client.query('analyze')
  await client.end()
  return { departmentId: 1, roleId }
}

async function tokenOf({ service }: Stage): Promise<string> {
  const response = await fetch(`${service.url}/app/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench-0', password: PASSWORD }),
  })
  const { data } = (await response.json()) as { data: { accessToken: string } }
  return data.accessToken
}

function report(listed: Pair, created: Pair): string {
  const row = (name: string, { service: ours, floor }: Pair, least: number) => [
    name,
    floor.requestsPerSecond.toFixed(0),
    ours.requestsPerSecond.toFixed(0),
    ratio(ours.requestsPerSecond, floor.requestsPerSecond),
    String(least),
    floor.cpuMicrosPerRequest.toFixed(0),
    ours.cpuMicrosPerRequest.toFixed(0),
    String(ours.failures + floor.failures),
  ]
  const head = ['operation', 'floor req/s', 'Chancery req/s', 'ratio', 'at least']
  head.push('floor CPU µs', 'Chancery CPU µs', 'failures')
  return [
    markdownTable(head, [
      row(`list: filter, count, scope, 20 of ${USERS}`, listed, 0.8),
      row('create, with its password’s hash', created, 0.6),
    ]),
    '',
    `- medians of ${ROUNDS} rounds of ${SECONDS} s, interleaved, 50 and 20 connections, PostgreSQL and Redis on loopback`,
  ].join('\n')
}
