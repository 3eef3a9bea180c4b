import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { Service } from './service.js'

const NAME = 'chancery_bench'
const ADMIN_URL = process.env.BENCH_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const REDIS_URL = process.env.BENCH_REDIS_URL ?? 'redis://127.0.0.1:6379/15'
const FIRST_PORT = 42_000

export interface Stage {
  service: Service
  floor: Service
  env: Record<string, string>
  /** The same build once more, on the database that the first start made. */
  startAgain(): Promise<Service>
  close(): Promise<void>
}

/** The production build and the floor, side by side on one fresh PostgreSQL database and one Redis. */
export async function raise(
  env: Record<string, string> = {},
  floorScript = 'benchmarks/floor/server.ts'
): Promise<Stage> {
  build()
  const databaseUrl = await freshDatabase()
  const settings = { ...production(databaseUrl), ...env }
  const service = await startService(settings, FIRST_PORT)
  const floor = await Service.start(
    'floor',
    ['--import=./bin/typescript.js', floorScript],
    { ...settings, PORT: String(FIRST_PORT + 1) },
    /listening on (\d+)/
  )
  return {
    service,
    floor,
    env: settings,
    startAgain: () => startService(settings, FIRST_PORT + 2),
    close: async () => void (await Promise.all([service.stop(), floor.stop()])),
  }
}

function startService(settings: Record<string, string>, port: number): Promise<Service> {
  return Service.start(
    'Chancery',
    ['build/bin/server.js'],
    { ...settings, PORT: String(port) },
    /ready on http:\/\/[^:]+:(\d+)/
  )
}

function production(databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    APP_KEY: randomBytes(32).toString('base64url'),
    JWT_SECRET: randomBytes(32).toString('base64url'),
    ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
    DB_CONNECTION: 'pg',
    DATABASE_URL: databaseUrl,
    REDIS_URL,
    RATE_LIMIT_PER_SECOND: '100000',
    LOGINS_PER_HOUR: '1000000',
    REFRESHES_PER_HOUR: '1000000',
    STOP_DRAIN_SECONDS: '0',
  }
}

/** The production build; the last one where `BENCH_REUSE_BUILD` is set. */
export function build(): void {
  if (existsSync('build/bin/server.js') && process.env.BENCH_REUSE_BUILD) return
  const { status } = spawnSync(process.execPath, ['ace.js', 'build'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the production build failed')
}

/** An empty database for one run; resolves to its URL. */
export async function freshDatabase(): Promise<string> {
  const client = new pg.Client({ connectionString: ADMIN_URL })
  await client.connect()
  await client.query(`drop database if exists ${NAME} with (force)`)
  await client.query(`create database ${NAME}`)
  await client.end()
  const url = new URL(ADMIN_URL)
  url.pathname = `/${NAME}`
  return url.href
}
