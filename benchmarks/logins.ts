import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WatchedService } from './cost/watched_service.js'
import { build } from './harness/stage.js'
import { markdownTable, publish } from './harness/table.js'

const ADDRESSES = Number(process.env.BENCH_ADDRESSES ?? 60)
const IN_FLIGHT = Number(process.env.BENCH_IN_FLIGHT ?? 5)
const LOGINS = Number(process.env.BENCH_LOGINS ?? 20)
const PORT = 42_011
/** Whoever waits longer is starved. */
const LONGEST_WAIT_MS = 20_000
/** Until every line of the flood is full. */
const RISE_MS = 3_000
const NOWHERE_BEFORE = '203.0.113.'

/** What a flood finds: the shipped limit, or one that it never reaches, as with ever new addresses. */
const FLOODS = [
  { name: 'none', from: 0, addressFailures: '50' },
  { name: 'with the shipped limit', from: ADDRESSES, addressFailures: '50' },
  { name: 'never refused by address', from: ADDRESSES, addressFailures: '1000000' },
] as const

interface Trial {
  name: string
  /** Of each login of the person, in ms. */
  waits: number[]
  refused: number
  /** How often the flood was answered what. */
  answers: Map<number, number>
  seconds: number
}

/** Whether somebody can log in while many addresses guess at passwords; ends with 1 when a login is refused. */
export async function benchLogins(): Promise<void> {
  build()
  const trials: Trial[] = []
  for (const flood of FLOODS) {
    process.stderr.write(`flood: ${flood.name}\n`)
    trials.push(await tryOut(flood))
  }
  publish('logins', `Logins during a flood from ${ADDRESSES} addresses`, report(trials))
  if (trials.some(({ refused }) => refused > 0)) process.exitCode = 1
}

async function tryOut({ name, from, addressFailures }: (typeof FLOODS)[number]): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-logins-'))
  const password = randomBytes(12).toString('base64url')
  const service = await WatchedService.start(production(folder, password, addressFailures))
  const trial: Trial = { name, waits: [], refused: 0, answers: new Map(), seconds: 0 }
  const began = performance.now()
  const flood = { isOver: false }
  const guessing = Array.from({ length: from * IN_FLIGHT }, (_, index) =>
    guess(`198.51.100.${index % from}`, trial.answers, flood)
  )
  try {
    await pause(RISE_MS)
    for (let count = 0; count < LOGINS; count++) {
      const asked = performance.now()
      const status = await logIn(`${NOWHERE_BEFORE}${count}`, 'admin', password)
      trial.waits.push(performance.now() - asked)
      if (status !== 200) trial.refused++
    }
  } finally {
    flood.isOver = true
    await Promise.all(guessing)
    trial.seconds = (performance.now() - began) / 1000
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return trial
}

async function guess(
  address: string,
  answers: Map<number, number>,
  flood: { isOver: boolean }
): Promise<void> {
  while (!flood.isOver) {
    const status = await logIn(address, randomBytes(6).toString('hex'), 'a wrong password')
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (status !== 400) await pause(100)
  }
}

/** Resolves to the status; to 0 where none came. */
async function logIn(address: string, username: string, password: string): Promise<number> {
  try {
    const response = await fetch(`http://127.0.0.1:${PORT}/app/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username, password }),
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

function report(trials: readonly Trial[]): string {
  const rows = trials.map(({ name, waits, refused, answers, seconds }) => {
    const sorted = waits.toSorted((a, b) => a - b)
    const told = [...answers].toSorted().map(([status, count]) => `${count} × ${status}`)
    const guesses = [...answers.values()].reduce((sum, count) => sum + count, 0)
    return [
      name,
      (guesses / seconds).toFixed(0),
      told.join(', ') || 'none',
      `${waits.length - refused} of ${waits.length}`,
      sorted[Math.floor(sorted.length / 2)]!.toFixed(0),
      sorted.at(-1)!.toFixed(0),
    ]
  })
  const head = ['flood', 'guesses/s', 'answered', 'logged in', 'median ms', 'longest ms']
  return [
    markdownTable(head, rows),
    '',
    `- ${IN_FLIGHT} guesses of each address in flight, at accounts that nobody has; each login comes from an address of its own that nobody used before`,
    '- the production build on SQLite, the flood in another process of the same machine',
  ].join('\n')
}

function production(
  folder: string,
  password: string,
  addressFailures: string
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(PORT),
    LOG_LEVEL: 'error',
    APP_KEY: randomBytes(32).toString('base64url'),
    JWT_SECRET: randomBytes(32).toString('base64url'),
    ADMIN_PASSWORD: password,
    DB_CONNECTION: 'sqlite',
    REDIS_URL: '',
    SQLITE_PATH: join(folder, 'logins.sqlite3'),
    STORAGE_ROOT: join(folder, 'files'),
    RATE_LIMIT_PER_SECOND: '100',
    LOGINS_PER_HOUR: '1000000',
    LOGIN_ADDRESS_FAILURES: addressFailures,
    STOP_DRAIN_SECONDS: '0',
  }
}
