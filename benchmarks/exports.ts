import argon2 from 'argon2'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { raise, type Stage } from './harness/stage.js'
import { markdownTable, publish, ratio } from './harness/table.js'

const USERS = Number(process.env.BENCH_USERS ?? 80_000)
const PEOPLE = 10
const PASSWORD = 'benchmarks are measured'
const EVERY_MS = 10
const ALONE_MS = 5_000
/** Whoever waits longer is kept waiting by somebody else’s list. */
const LONGEST_WAIT_MS = 500

const TRIALS = [
  { name: 'nobody', people: 0, each: 0, format: 'csv' },
  { name: 'one, CSV', people: 1, each: 1, format: 'csv' },
  { name: 'one, XLSX', people: 1, each: 1, format: 'xlsx' },
  { name: 'ten people, XLSX', people: PEOPLE, each: 1, format: 'xlsx' },
  { name: 'one person thirty times, XLSX', people: 1, each: 30, format: 'xlsx' },
] as const

interface Trial {
  name: string
  /** Of liveness, in ms, in order of length. */
  waits: number[]
  /** How often exports were answered what. */
  answers: Map<number, number>
  seconds: number
}

/** How long others wait while lists of many rows are exported; ends with 1 where that is too long. */
export async function benchExports(): Promise<void> {
  const stage = await raise()
  try {
    await populate(stage)
    const tokens: string[] = []
    for (let number = 0; number < PEOPLE; number++) tokens.push(await tokenOf(stage, number))
    const trials: Trial[] = []
    for (const trial of TRIALS) trials.push(await tryOut(stage, tokens, trial))
    publish('exports', `Others while lists of ${USERS} users are exported`, report(trials))
    if (trials.some(({ waits }) => waits.at(-1)! > LONGEST_WAIT_MS)) process.exitCode = 1
  } finally {
    await stage.close()
  }
}

async function tryOut(
  { service: { url } }: Stage,
  tokens: readonly string[],
  { name, people, each, format }: (typeof TRIALS)[number]
): Promise<Trial> {
  const answers = new Map<number, number>()
  const asking = { isOver: false }
  const waiting = waitsFor(url, asking)
  const began = performance.now()
  const exports = tokens
    .slice(0, people)
    .flatMap((token) => Array.from({ length: each }, () => exported(url, token, format)))
  if (exports.length === 0) await pause(ALONE_MS)
  for (const status of await Promise.all(exports))
    answers.set(status, (answers.get(status) ?? 0) + 1)
  const seconds = (performance.now() - began) / 1000
  asking.isOver = true
  return { name, waits: (await waiting).toSorted((a, b) => a - b), answers, seconds }
}

async function waitsFor(url: string, asking: { isOver: boolean }): Promise<number[]> {
  const waits: number[] = []
  while (!asking.isOver) {
    const asked = performance.now()
    const response = await fetch(`${url}/actuator/liveness`)
    await response.arrayBuffer()
    waits.push(performance.now() - asked)
    await pause(EVERY_MS)
  }
  return waits
}

async function exported(url: string, token: string, format: string): Promise<number> {
  const response = await fetch(`${url}/app/system/users/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  for await (const _ of response.body ?? []);
  return response.status
}

async function populate({ env }: Stage): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  const hash = await argon2.hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await client.query(
    `insert into users (username, nickname, password, status, created_at, updated_at)
     select 'bench-' || n, 'Bench ' || n, $1, 'enabled', now(), now()
     from generate_series(0, $2::int - 1) n`,
    [hash, USERS]
  )
  await client.query(
    `insert into user_roles (user_id, role_id)
     select u.id, r.id from users u cross join roles r
     where r.built_in and u.username = any (select 'bench-' || n from generate_series(0, $1::int - 1) n)`,
    [PEOPLE]
  )
  await client.query('update access_revisions set revision = revision + 1')
  await client.query('analyze')
  await client.end()
}

async function tokenOf({ service }: Stage, number: number): Promise<string> {
  const response = await fetch(`${service.url}/app/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `bench-${number}`, password: PASSWORD }),
  })
  const { data } = (await response.json()) as { data: { accessToken: string } }
  return data.accessToken
}

function report(trials: readonly Trial[]): string {
  const alone = trials[0]!.waits.at(-1)!
  const rows = trials.map(({ name, waits, answers, seconds }) => [
    name,
    [...answers].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
    seconds.toFixed(1),
    waits[Math.floor(waits.length / 2)]!.toFixed(1),
    waits.at(-1)!.toFixed(0),
    ratio(waits.at(-1)!, alone),
  ])
  const head = ['who exports', 'answered', 'seconds', 'median ms', 'longest ms', 'to nobody']
  return [
    markdownTable(head, rows),
    '',
    `- what liveness takes, asked every ${EVERY_MS} ms; the production build with PostgreSQL and Redis on loopback; at most ${LONGEST_WAIT_MS} ms`,
  ].join('\n')
}
