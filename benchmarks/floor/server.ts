/**
 * The hand-written floor: the least code that does the same work as the service for a few operations. Run by the
 * harness as a process of its own; prints its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createHash, createSecretKey, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import argon2 from 'argon2'
import { Redis } from 'ioredis'
import { jwtVerify, SignJWT, type JWTPayload } from 'jose'
import pg from 'pg'

const secret = createSecretKey(Buffer.from(process.env.JWT_SECRET!, 'utf8'))
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const redis = new Redis(process.env.REDIS_URL!)
const verified = new Map<string, JWTPayload>()

const GATE = `
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], 1000) end
return {hits, redis.call('EXISTS', KEYS[2])}`

redis.defineCommand('gate', { numberOfKeys: 2, lua: GATE })
const gate = redis as Redis & { gate(limit: string, blacklist: string): Promise<[number, number]> }

async function verify(token: string): Promise<JWTPayload> {
  const known = verified.get(token)
  if (known && known.exp! * 1000 > Date.now()) return known
  const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] })
  verified.set(token, payload)
  return payload
}

async function authenticate(request: IncomingMessage): Promise<JWTPayload | null> {
  const token = request.headers.authorization?.slice('Bearer '.length)
  if (!token) return null
  const payload = await verify(token)
  const [hits, blacklisted] = await gate.gate(
    `floor:limit:${request.socket.remoteAddress}`,
    `floor:blacklist:${payload.jti}`
  )
  return blacklisted || hits > 1_000_000 ? null : payload
}

async function currentUser(request: IncomingMessage, response: ServerResponse) {
  const payload = await authenticate(request)
  if (!payload) return answer(response, 401, null)
  const { rows } = await pool.query({
    name: 'current-user',
    text: `select u.id, u.username, u.nickname, u.avatar, u.email, u.phone, u.department_id, d.name as department_name
           from users u left join departments d on d.id = u.department_id where u.id = $1`,
    values: [payload.sub],
  })
  answer(response, 200, { user: rows[0], roles: [], permissions: [], menus: [] })
}

async function logIn(request: IncomingMessage, response: ServerResponse) {
  const { username, password } = JSON.parse(await bodyOf(request))
  const { remoteAddress: ip } = request.socket
  const [hits] = await gate.gate(`floor:limit:${ip}`, 'floor:blacklist:none')
  if (hits > 1_000_000 || !(await reserveTry(username))) return answer(response, 429, null)
  const { rows } = await pool.query({
    name: 'login',
    text: 'select id, password from users where username = $1',
    values: [username],
  })
  if (!rows[0] || !(await argon2.verify(rows[0].password, password)))
    return answer(response, 400, null)
  const refreshToken = randomBytes(32).toString('base64url')
  const sid = await openSession(rows[0].id, username, ip!, refreshToken)
  const accessToken = await new SignJWT({ sub: String(rows[0].id), sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('30m')
    .sign(secret)
  answer(response, 200, { accessToken, refreshToken })
}

async function reserveTry(account: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'reserve',
    text: `insert into login_attempts (account, pending, pending_since) values ($1, 1, now())
           on conflict (account) do update set pending = login_attempts.pending + 1, pending_since = now()
           where login_attempts.locked_until is null
             and login_attempts.failures + login_attempts.pending < 1000`,
    values: [account],
  })
  return rowCount === 1
}

async function openSession(userId: number, account: string, ip: string, refreshToken: string) {
  const hash = createHash('sha256').update(refreshToken).digest('hex')
  const { rows } = await pool.query({
    name: 'open-session',
    text: `with opened as (
             insert into sessions (user_id, sid, device, ip, created_at, last_used_at, expires_at)
             values ($1, substr($3, 1, 32), '', $2, now(), now(), now() + interval '7 days') returning id
           ), refreshable as (
             insert into refresh_tokens (session_id, hash, nonce, created_at, expires_at)
             select id, $3, '', now(), now() + interval '7 days' from opened
           ), forgotten as (
             update login_attempts set failures = 0, pending = greatest(pending - 1, 0) where account = $4
           ), told as (
             insert into security_events (type, account, user_id, session_id, ip, created_at)
             select 'login', $4, $1, id, $2, now() from opened
           )
           select id::text from opened`,
    values: [userId, ip, hash, account],
  })
  return rows[0].id as string
}

/** What a session may, as a node would keep it: the departments within reach, worked out once. */
const reaches = new Map<string, Promise<string>>()

function reachOf(userId: string): Promise<string> {
  const known = reaches.get(userId)
  if (known) return known
  const reach = pool
    .query(
      `with recursive below as (
         select department_id as id from users where id = $1
         union all select d.id from departments d join below b on d.parent_id = b.id)
       select id from below order by id`,
      [userId]
    )
    .then(({ rows }) => `{${rows.map(({ id }) => id).join(',')}}`)
  reaches.set(userId, reach)
  return reach
}

async function listUsers(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams
) {
  const payload = await authenticate(request)
  if (!payload) return answer(response, 401, null)
  const [pageSize, page] = [Number(query.get('pageSize') ?? 20), Number(query.get('page') ?? 1)]
  const scope = await reachOf(payload.sub!)
  const keyword = query.get('keyword')
  const like = keyword === null ? [] : [`%${keyword}%`]
  const name = keyword === null ? 'users' : 'users-by-keyword'
  const status = query.get('status')
  const [{ rows }, { rows: counted }] = await Promise.all([
    pool.query({
      name,
      text: `select u.id, u.username, u.nickname, u.avatar, u.email, u.phone, u.department_id as "departmentId",
               d.name as "departmentName", u.status, l.locked_until as locked,
               u.created_at::text as "createdAt", u.updated_at::text as "updatedAt"
             from users u left join departments d on d.id = u.department_id
               left join login_attempts l on l.account = u.username
             where u.status = $1 and u.department_id = any($2::int[]) ${keyword === null ? '' : matching(5)}
             order by u.created_at desc, u.id desc limit $3 offset $4`,
      values: [status, scope, pageSize, (page - 1) * pageSize, ...like],
    }),
    pool.query({
      name: `count-${name}`,
      text: `select count(*) as total from users u
             where u.status = $1 and u.department_id = any($2::int[]) ${keyword === null ? '' : matching(3)}`,
      values: [status, scope, ...like],
    }),
  ])
  const items = await withRoles(rows)
  answer(response, 200, { items, total: Number(counted[0].total), page, pageSize })
}

const matching = (at: number) =>
  `and (${['username', 'nickname', 'email', 'phone'].map((one) => `u.${one} ilike $${at}`).join(' or ')})`

const roleNames = pool.query('select id, code, name from roles')

async function withRoles(users: { id: number; locked: unknown }[]) {
  const [{ rows: links }, { rows: roles }] = await Promise.all([
    pool.query({
      name: 'roles-of',
      text: 'select user_id, role_id from user_roles where user_id = any($1::int[])',
      values: [`{${users.map(({ id }) => id).join(',')}}`],
    }),
    roleNames,
  ])
  return users.map((user) => ({
    ...user,
    locked: user.locked !== null,
    roles: links
      .filter((link) => link.user_id === user.id)
      .map((link) => roles.find(({ id }) => id === link.role_id)),
  }))
}

/** For somebody who sees all of them. */
async function listDocuments(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams
) {
  if (!(await authenticate(request))) return answer(response, 401, null)
  const keyword = query.get('keyword')
  const [name, like] = keyword === null ? ['all', []] : ['by-keyword', [`%${keyword}%`]]
  const where = `where deleted_at is null ${keyword === null ? '' : 'and title ilike $1'}`
  const [{ rows }, { rows: counted }] = await Promise.all([
    pool.query({
      name: `documents-${name}`,
      text: `select id, title, file_type as "fileType", status, latest_file_id as "latestFileId",
               version_no as "versionNo", submission_no as "submissionNo", owner_id as "ownerId",
               department_id as "departmentId", editing, created_at::text as "createdAt", updated_at::text as "updatedAt"
             from documents ${where} order by updated_at desc, id desc limit 20`,
      values: like,
    }),
    pool.query({
      name: `count-documents-${name}`,
      text: `select count(*) as total from documents ${where}`,
      values: like,
    }),
  ])
  const items = rows.map((row) => ({ ...row, editing: JSON.parse(row.editing) }))
  answer(response, 200, { items, total: Number(counted[0].total), page: 1, pageSize: 20 })
}

async function createUser(request: IncomingMessage, response: ServerResponse) {
  const payload = await authenticate(request)
  if (!payload) return answer(response, 401, null)
  const { username, nickname, password, departmentId, roleIds } = JSON.parse(await bodyOf(request))
  const hash = await argon2.hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query({
      name: 'create',
      text: `insert into users (username, nickname, password, department_id, status, created_at, updated_at)
             values ($1, $2, $3, $4, 'enabled', now(), now()) returning *`,
      values: [username, nickname, hash, departmentId],
    })
    await client.query({
      name: 'give-roles',
      text: 'insert into user_roles (user_id, role_id) select $1, unnest($2::int[])',
      values: [rows[0].id, roleIds],
    })
    await client.query('commit')
    answer(response, 200, { ...rows[0], password: undefined, roleIds })
  } finally {
    client.release()
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

function answer(response: ServerResponse, code: number, data: unknown) {
  const body = JSON.stringify({ code, message: code === 200 ? 'OK' : 'refused', data })
  response.writeHead(code, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

/** Counts the request, as the service does, and answers. */
async function liveness(request: IncomingMessage, response: ServerResponse) {
  const limit = `floor:limit:${request.socket.remoteAddress}`
  const [hits] = await gate.gate(limit, 'floor:blacklist:none')
  answer(response, hits > 1_000_000 ? 429 : 200, { status: 'UP' })
}

const operations: Record<
  string,
  (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => Promise<void>
> = {
  'GET /actuator/health/liveness': liveness,
  'GET /app/auth/user/info': currentUser,
  'POST /app/auth/login': logIn,
  'GET /app/system/users': listUsers,
  'POST /app/system/users': createUser,
  'GET /app/document': listDocuments,
}

const server = createServer((request, response) => {
  const [path, query] = request.url!.split('?')
  const operation = operations[`${request.method} ${path}`]
  if (!operation) return answer(response, 404, null)
  operation(request, response, new URLSearchParams(query)).catch(() => answer(response, 500, null))
})

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`)
})
