/**
 * Runs the tests whose result depends on the database engine on PostgreSQL and MariaDB, each with Redis:
 * `npm run test:databases`, or with `pg` or `mysql` for one of them. Each gets an empty database, made and dropped here, and
 * a Redis database of its own, which is emptied. REDIS_URL and, with DB_CONNECTION, DB_HOST, DB_PORT, DB_USER and
 * DB_PASSWORD name other servers than local ones.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { PROJECT, TYPESCRIPT } from '#tests/helpers/imports'
import { EVERY_DATABASE } from '#tests/helpers/on_every_database'
import { EmptyDatabase } from '../tools/empty_database.js'
import { serverSettings } from '../tools/server_settings.js'

const REDIS_DATABASE: Readonly<Record<string, number>> = { pg: 14, mysql: 12 }

async function answered(socket: Socket, command: string): Promise<void> {
  socket.write(`${command}\r\n`)
  const [answer] = await once(socket, 'data')
  if (!String(answer).startsWith('+OK')) throw new Error(`Redis refuses ${command}: ${answer}`)
}

async function emptyRedis(kind: string): Promise<string> {
  const url = new URL(process.env.REDIS_URL ?? `redis://127.0.0.1:6379/${REDIS_DATABASE[kind]}`)
  const socket = createConnection(Number(url.port || 6379), url.hostname)
  try {
    await answered(socket, `SELECT ${url.pathname.slice(1) || 0}`)
    await answered(socket, 'FLUSHDB')
  } finally {
    socket.destroy()
  }
  return url.href
}

async function test(kind: string): Promise<boolean> {
  process.stdout.write(`\nOn ${kind}\n`)
  const settings = serverSettings(kind)
  await using database = await EmptyDatabase.make('tests', settings)
  const own = { ...settings, ...database.env, REDIS_URL: await emptyRedis(kind) }
  const child = spawn(process.execPath, [TYPESCRIPT, 'bin/test.ts', `--tags=${EVERY_DATABASE}`], {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...own, NODE_ENV: 'test' },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

const named = process.argv.slice(2)
const unknown = named.find((kind) => !(kind in REDIS_DATABASE))
if (unknown) throw new Error(`There is no "${unknown}"; there are ${Object.keys(REDIS_DATABASE)}`)
for (const kind of named.length > 0 ? named : Object.keys(REDIS_DATABASE)) {
  if (!(await test(kind))) process.exitCode = 1
}
