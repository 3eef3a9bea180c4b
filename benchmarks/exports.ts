import { setTimeout as pause } from 'node:timers/promises'
import { withDatabase } from './harness/databases.js'
import type { Figure } from './harness/figures.js'
import { upTo, type Options } from './harness/options.js'
import { bearer, passwordHash, tokenOf } from './harness/people.js'
import { figure, interleaved, prepared } from './harness/rounds.js'
import { raise, type Side } from './harness/stage.js'

const USERS = 80_000
const PEOPLE = 10
const EVERY_MS = 10

interface Outcome {
  longestWaitMs: number
  seconds: number
  taken: number
  failed: number
}

/** Whoever comes while as many are exported as may be is asked to come again. */
const COME_AGAIN = 429

/** How long others wait while ten people export a list of many rows. */
export async function benchExports(options: Options): Promise<Figure[]> {
  const users = upTo(USERS, options)
  const sides = await raise(options)
  const tokens = await prepared(sides, async (side) => {
    await populate(side, users)
    const all: string[] = []
    for (let number = 0; number < PEOPLE; number++) all.push(await tokenOf(side, `bench-${number}`))
    return all
  })
  const results = await interleaved(sides, 1, (side) => tryOut(side, tokens(side)))
  const failed = results.get('ours')!.reduce((sum, one) => sum + one.failed, 0)
  return [
    {
      ...figure('exports: longest wait of others', 'ms', results, (one) => one.longestWaitMs),
      failed,
    },
    figure(
      `exports: lists of ${users} users, of ${PEOPLE}`,
      'lists',
      results,
      ({ taken }) => taken
    ),
    figure('exports: time until all are answered', 's', results, ({ seconds }) => seconds),
  ]
}

async function tryOut({ service: { url } }: Side, tokens: readonly string[]): Promise<Outcome> {
  const asking = { isOver: false }
  const waiting = longestWait(url, asking)
  const began = performance.now()
  const statuses = await Promise.all(tokens.map((token) => exported(url, token)))
  const seconds = (performance.now() - began) / 1000
  asking.isOver = true
  const taken = statuses.filter((status) => status === 200).length
  const failed = statuses.filter((status) => status !== 200 && status !== COME_AGAIN).length
  return { longestWaitMs: await waiting, seconds, taken, failed }
}

/** Of liveness, in ms. */
async function longestWait(url: string, asking: { isOver: boolean }): Promise<number> {
  let longest = 0
  while (!asking.isOver) {
    const asked = performance.now()
    const response = await fetch(`${url}/actuator/liveness`)
    await response.arrayBuffer()
    longest = Math.max(longest, performance.now() - asked)
    await pause(EVERY_MS)
  }
  return longest
}

async function exported(url: string, token: string): Promise<number> {
  const path = `${url}/app/system/users/export?format=xlsx`
  const response = await fetch(path, { headers: bearer(token) })
  for await (const _ of response.body ?? []);
  return response.status
}

async function populate({ env }: Side, users: number): Promise<void> {
  const hash = await passwordHash()
  await withDatabase(env.DATABASE_URL!, async (query) => {
    await query(
      `insert into users (username, nickname, password, status, created_at, updated_at)
       select 'bench-' || n, 'Bench ' || n, $1, 'enabled', now(), now()
       from generate_series(0, $2::int - 1) n`,
      [hash, users]
    )
    await query(
      `insert into user_roles (user_id, role_id)
       select u.id, r.id from users u cross join roles r
       where r.built_in and u.username = any (select 'bench-' || n from generate_series(0, $1::int - 1) n)`,
      [PEOPLE]
    )
    await query('update access_revisions set revision = revision + 1')
    await query('analyze')
  })
}
