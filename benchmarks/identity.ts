import { withDatabase } from './harness/databases.js'
import type { Figure } from './harness/figures.js'
import { measure, type Load } from './harness/load.js'
import type { Options } from './harness/options.js'
import { bearer, PASSWORD, passwordHash, tokenOf } from './harness/people.js'
import { figure, interleaved, prepared, underLoad, type Of } from './harness/rounds.js'
import { raise, type Side } from './harness/stage.js'

const ACCOUNTS = 50
const VALUES = { 'identity.sessions.loginsPerHour': 1_000_000 }

/** Liveness, current user and login beside the floor, and whether logins keep others waiting. */
export async function benchIdentity(options: Options): Promise<Figure[]> {
  const sides = await raise(options, { values: VALUES, floor: 'server' })
  const token = await prepared(sides, async (side) => {
    await addAccounts(side)
    return tokenOf(side, 'bench-0')
  })
  const info: Of<Load> = (side) => ({
    path: '/app/auth/user/info',
    headers: bearer(token(side)),
    connections: 50,
  })
  const crowded = async (side: Side) => {
    const few = { ...info(side), connections: 5 }
    const [{ p99 }] = await Promise.all([
      measure(side.service, few, options.seconds),
      measure(side.service, login, options.seconds),
    ])
    return p99!
  }
  const liveness: Load = { path: '/actuator/health/liveness', connections: 50 }
  return [
    ...(await underLoad('identity: liveness', sides, options, () => liveness)),
    ...(await underLoad('identity: current user', sides, options, info)),
    ...(await underLoad('identity: login', sides, options, () => login)),
    figure(
      `identity: current user, p99 during ${ACCOUNTS} logins`,
      'ms',
      await interleaved(sides, options.rounds, crowded),
      (p99) => p99
    ),
  ]
}

const login: Load = {
  path: '/app/auth/login',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  bodies: Array.from({ length: ACCOUNTS }, (_, index) =>
    JSON.stringify({ username: `bench-${index}`, password: PASSWORD })
  ),
  connections: ACCOUNTS,
}

async function addAccounts({ env }: Side): Promise<void> {
  const hash = await passwordHash()
  await withDatabase(env.DATABASE_URL!, (query) =>
    query(
      `insert into users (username, nickname, password, status, created_at, updated_at)
       select 'bench-' || n, 'Bench ' || n, $1, 'enabled', now(), now() from generate_series(0, $2::int - 1) n`,
      [hash, ACCOUNTS]
    )
  )
}
