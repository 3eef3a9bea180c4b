import { spawnSync } from 'node:child_process'
import argon2 from 'argon2'
import pg from 'pg'
import { measure, median, type Load, type Measure } from './harness/load.js'
import type { Service } from './harness/service.js'
import { raise, type Stage } from './harness/stage.js'
import { markdownTable, publish, ratio } from './harness/table.js'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const STARTS = 5
const ACCOUNTS = 50
const PASSWORD = 'benchmarks are measured'

/** Verifications a second that the password hash alone allows on this machine, in a process of its own. */
function hashCeiling(): number {
  const args = ['--import=./bin/typescript.js', 'benchmarks/floor/hash.ts', String(SECONDS)]
  return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout)
}

/** Current user and login beside the floor; start, memory, and whether hashing stops other requests. */
export async function benchIdentity(): Promise<void> {
  const stage = await raise()
  try {
    const atRest = stage.service.memoryMiB()
    const readyAfterMs = await laterStart(stage)
    await addAccounts(stage)
    const token = await tokenOf(stage.service)
    const info: Load = {
      path: '/app/auth/user/info',
      headers: { authorization: `Bearer ${token}` },
      connections: 50,
      seconds: SECONDS,
    }
    const ceilings: number[] = []
    const [currentUser, login, crowded] = [
      await compare(stage, info),
      await compare(stage, loginLoad(), () => ceilings.push(hashCeiling())),
      await whileLoggingIn(stage.service, info),
    ]
    publish(
      'identity',
      'Identity beside the floor',
      report(stage, { atRest, readyAfterMs }, middle(ceilings), currentUser, login, crowded)
    )
  } finally {
    await stage.close()
  }
}

/** Milliseconds until a start on a database that is up to date is ready; the first of them finds no compiled code. */
async function laterStart(stage: Stage): Promise<number> {
  const starts: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const service = await stage.startAgain()
    starts.push(service.readyAfterMs)
    await service.stop()
  }
  return middle(starts)
}

function middle(figures: number[]): number {
  return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)]!
}

type Pair = { service: Measure; floor: Measure }

async function compare(
  { service, floor }: Stage,
  load: Load,
  eachRound: () => void = () => {}
): Promise<Pair> {
  const rounds: Record<'service' | 'floor', Measure[]> = { service: [], floor: [] }
  for (const one of [floor, service]) await measure(one, { ...load, seconds: 2 })
  for (let round = 0; round < ROUNDS; round++) {
    rounds.floor.push(await measure(floor, load))
    rounds.service.push(await measure(service, load))
    eachRound()
  }
  return { service: median(rounds.service), floor: median(rounds.floor) }
}

async function whileLoggingIn(service: Service, info: Load) {
  const few = { ...info, connections: 5 }
  const idle = await measure(service, few)
  const [busy] = await Promise.all([
    measure(service, few),
    measure(service, { ...loginLoad(), connections: ACCOUNTS }),
  ])
  return { idle, busy }
}

function loginLoad(): Load {
  return {
    path: '/app/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    bodies: Array.from({ length: ACCOUNTS }, (_, index) =>
      JSON.stringify({ username: `bench-${index}`, password: PASSWORD })
    ),
    connections: ACCOUNTS,
    seconds: SECONDS,
  }
}

async function addAccounts({ env }: Stage): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  const hash = await argon2.hash(PASSWORD, {
    type: argon2.argon2id,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  })
  await client.connect()
  await client.query(
    `insert into users (username, nickname, password, status, created_at, updated_at)
     select 'bench-' || n, 'Bench ' || n, $1, 'enabled', now(), now() from generate_series(0, $2::int - 1) n`,
    [hash, ACCOUNTS]
  )
  await client.end()
}

async function tokenOf(service: Service): Promise<string> {
  const response = await fetch(`${service.url}/app/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench-0', password: PASSWORD }),
  })
  const { data } = (await response.json()) as { data: { accessToken: string } }
  return data.accessToken
}

function report(
  { service }: Stage,
  { atRest, readyAfterMs }: { atRest: number; readyAfterMs: number },
  ceiling: number,
  currentUser: Pair,
  login: Pair,
  crowded: { idle: Measure; busy: Measure }
): string {
  const row = (name: string, { service: ours, floor }: Pair) => [
    name,
    floor.requestsPerSecond.toFixed(0),
    ours.requestsPerSecond.toFixed(0),
    ratio(ours.requestsPerSecond, floor.requestsPerSecond),
    floor.cpuMicrosPerRequest.toFixed(0),
    ours.cpuMicrosPerRequest.toFixed(0),
    String(ours.failures),
  ]
  const head = [
    'operation',
    'floor req/s',
    'Chancery req/s',
    'ratio',
    'floor CPU µs',
    'Chancery CPU µs',
    'failures',
  ]
  return [
    markdownTable(head, [row('current user', currentUser), row('login', login)]),
    '',
    `- the password hash alone allows ${ceiling.toFixed(1)} logins a second: ${ratio(login.service.requestsPerSecond, ceiling)} of it reached, by the floor ${ratio(login.floor.requestsPerSecond, ceiling)}`,
    `- ready after ${readyAfterMs.toFixed(0)} ms (first start with migrations ${service.readyAfterMs.toFixed(0)} ms); ${atRest.toFixed(0)} MiB at rest`,
    `- current user, p99 of 5 connections: ${crowded.idle.p99} ms idle, ${crowded.busy.p99} ms with ${ACCOUNTS} logins in flight (${ratio(crowded.busy.p99, Math.max(1, crowded.idle.p99))} ×)`,
    `- medians of ${ROUNDS} rounds of ${SECONDS} s, interleaved, 50 connections, PostgreSQL and Redis on loopback`,
  ].join('\n')
}
