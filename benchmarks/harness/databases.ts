import { Redis } from 'ioredis'
import pg from 'pg'

const { env } = process
const PREFIX = `chancery_bench_${process.pid}`
const REDIS_NUMBERS = 16
const CLAIM = 'chancery_bench'

/** Where databases are made: `DATABASE_URL` or `DB_*`, like the service, else the local server. */
function adminUrl(): URL {
  if (env.DATABASE_URL) return new URL(env.DATABASE_URL)
  const url = new URL('postgres://127.0.0.1')
  url.hostname = env.DB_HOST ?? '127.0.0.1'
  url.port = env.DB_PORT ?? '5432'
  url.username = env.DB_USER ?? 'postgres'
  url.password = encodeURIComponent(env.DB_PASSWORD ?? '')
  url.pathname = `/${env.DB_DATABASE ?? 'postgres'}`
  return url
}

export type Query = (sql: string, values?: unknown[]) => Promise<pg.QueryResult>

export async function withDatabase<Result>(
  url: string,
  work: (query: Query) => Promise<Result>
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work((sql, values) => client.query(sql, values))
  } finally {
    await client.end()
  }
}

/** An empty database of this run alone; resolves to its URL. */
export async function makeDatabase(name: string): Promise<string> {
  const url = adminUrl()
  await withDatabase(url.href, (query) => query(`create database ${PREFIX}_${name}`))
  url.pathname = `/${PREFIX}_${name}`
  return url.href
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await withDatabase(adminUrl().href, (query) => query(`drop database ${name} with (force)`))
}

/** The highest empty number of the server; resolves to its URL. What another run has claimed is not empty. */
export async function claimRedis(): Promise<string> {
  const url = new URL(env.REDIS_URL ?? 'redis://127.0.0.1:6379')
  for (let number = REDIS_NUMBERS - 1; number >= 0; number--) {
    url.pathname = `/${number}`
    const claimed = await withRedis(
      url.href,
      async (redis) =>
        (await redis.dbsize()) === 0 && (await redis.set(CLAIM, process.pid, 'NX')) === 'OK'
    )
    if (claimed) return url.href
  }
  throw new Error('No database of the Redis server is empty: flush one, or name another REDIS_URL.')
}

export async function flushRedis(url: string): Promise<void> {
  await withRedis(url, (redis) => redis.flushdb())
}

async function withRedis<Result>(
  url: string,
  work: (redis: Redis) => Promise<Result>
): Promise<Result> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: null })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
