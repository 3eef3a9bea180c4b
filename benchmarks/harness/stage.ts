import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.js'
import { claimRedis, dropDatabase, flushRedis, makeDatabase } from './databases.js'
import type { Options } from './options.js'
import { Service } from './service.js'

export type SideName = 'floor' | 'ours' | 'other'
export type Settings = Record<string, string>

interface Stage {
  env?: Settings
  /** Values of `config/` in place of its own, by path. */
  values?: Record<string, number>
  floor?: 'server' | 'sockets'
}

export interface Side {
  name: SideName
  /** Of the checkout whose service runs here. */
  root: string
  service: Service
  env: Settings
}

const OURS = fileURLToPath(new URL('../../', import.meta.url))
const CONFIGURED = join(OURS, 'tests/helpers/configured_server.js')
const READY = /ready on http:\/\/[^:]+:(\d+)/
const cleanups: (() => Promise<unknown> | void)[] = []

/** Ours, another checkout’s where one is asked for, and the floor; each service with a database, a Redis number and a folder of its own. */
export async function raise(
  { beside }: Options,
  { env = {}, values, floor }: Stage = {}
): Promise<Side[]> {
  const settings = values ? { ...env, CONFIG: JSON.stringify(values) } : env
  const ours = await raiseOne('ours', OURS, settings)
  const sides = beside ? [ours, await raiseOne('other', beside, settings)] : [ours]
  return floor ? [await raiseFloor(floor, ours), ...sides] : sides
}

/** Ends every process of the stage, and removes what was made for it. */
export async function close(): Promise<void> {
  while (cleanups.length > 0) await cleanups.pop()!()
}

async function raiseOne(name: SideName, root: string, more: Settings): Promise<Side> {
  build(root)
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const databaseUrl = await freshDatabase(name)
  const redisUrl = await claimRedis()
  cleanups.push(() => flushRedis(redisUrl))
  const env = { ...production(databaseUrl, redisUrl, join(folder, 'files')), ...more }
  return startAgain({ name, root, env })
}

/** A database that goes with the stage. */
export async function freshDatabase(name: string): Promise<string> {
  const url = await makeDatabase(name)
  cleanups.push(() => dropDatabase(url))
  return url
}

/** The same build on the database that the first start made. */
export async function startAgain<One extends Omit<Side, 'service'>>(
  side: One,
  more: Settings = {}
): Promise<One & Side> {
  const port = await freePort()
  const env: Settings = { ...side.env, EDITOR_PUBLIC_BASE_URL: `http://127.0.0.1:${port}`, ...more }
  const args = env.CONFIG ? [CONFIGURED, 'build'] : ['build/bin/server.js']
  const service = await Service.start(side.name, args, { ...env, PORT: port }, READY, side.root)
  cleanups.push(() => service.stop())
  return { ...side, env, service }
}

async function raiseFloor(script: string, { env }: Side): Promise<Side> {
  const args = ['--import=./bin/typescript.js', `benchmarks/floor/${script}.ts`]
  const settings = { ...env, PORT: '0' }
  const service = await Service.start('floor', args, settings, /listening on (\d+)/, OURS)
  cleanups.push(() => service.stop())
  return { name: 'floor', root: OURS, service, env }
}

async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

function production(databaseUrl: string, redisUrl: string, storage: string): Settings {
  const secret = () => randomBytes(32).toString('base64url')
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    APP_KEY: secret(),
    JWT_SECRET: secret(),
    ADMIN_PASSWORD: secret(),
    DB_CONNECTION: 'pg',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    STORAGE_ROOT: storage,
    RATE_LIMIT_PER_SECOND: '100000',
    STOP_DRAIN_SECONDS: '0',
  }
}
