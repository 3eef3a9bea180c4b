/**
 * The hand-written floor: the least code that does the same work as the service for three operations. Run by the
 * harness as a process of its own; prints its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecretKey } from 'node:crypto'
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
  const { rows } = await pool.query({
    name: 'login',
    text: 'select id, password from users where username = $1',
    values: [username],
  })
  if (!rows[0] || !(await argon2.verify(rows[0].password, password)))
    return answer(response, 400, null)
  const accessToken = await new SignJWT({ sub: String(rows[0].id), sid: '1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('30m')
    .sign(secret)
  answer(response, 200, { accessToken })
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

const operations: Record<
  string,
  (request: IncomingMessage, response: ServerResponse) => Promise<void>
> = {
  '/app/auth/user/info': currentUser,
  '/app/auth/login': logIn,
}

const server = createServer((request, response) => {
  const operation = operations[request.url ?? '']
  if (!operation) return answer(response, 404, null)
  operation(request, response).catch(() => answer(response, 500, null))
})

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`)
})
