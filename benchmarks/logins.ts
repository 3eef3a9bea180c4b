import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from './harness/figures.js'
import { upTo, type Options } from './harness/options.js'
import { figure, interleaved, median } from './harness/rounds.js'
import { raise, type Side } from './harness/stage.js'

const ADDRESSES = 60
const IN_FLIGHT = 5
const LOGINS = 20
/** Whoever waits longer is starved. */
const LONGEST_WAIT_MS = 20_000
/** Until every line of the flood is full. */
const RISE_MS = 3_000

const name = (what: string) => `logins: ${what} during a flood`

/** Whether somebody can log in while many addresses, which are never refused for it, guess at passwords. */
export async function benchLogins(options: Options): Promise<Figure[]> {
  const sides = await raise(options, { env: { LOGIN_ADDRESS_FAILURES: '1000000' } })
  const results = await interleaved(sides, 1, (side) => duringFlood(side, upTo(LOGINS, options)))
  return [
    figure(name('refused'), 'logins', results, ({ refused }) => refused),
    figure(name('median wait'), 'ms', results, ({ waits }) => median(waits)),
    figure(name('longest wait'), 'ms', results, ({ waits }) => Math.max(...waits)),
    figure(name('guesses'), 'guesses/s', results, ({ guesses }) => guesses),
  ]
}

async function duringFlood(side: Side, logins: number) {
  const flood = { isOver: false, guesses: 0 }
  const began = performance.now()
  const guessing = Array.from({ length: ADDRESSES * IN_FLIGHT }, (_, index) =>
    guess(side, `198.51.100.${index % ADDRESSES}`, flood)
  )
  const waits: number[] = []
  let refused = 0
  await pause(RISE_MS)
  for (let count = 0; count < logins; count++) {
    const asked = performance.now()
    const status = await logIn(side, `203.0.113.${count}`, 'admin', side.env.ADMIN_PASSWORD!)
    waits.push(performance.now() - asked)
    if (status !== 200) refused++
  }
  flood.isOver = true
  await Promise.all(guessing)
  return { waits, refused, guesses: (flood.guesses * 1000) / (performance.now() - began) }
}

async function guess(side: Side, address: string, flood: { isOver: boolean; guesses: number }) {
  while (!flood.isOver) {
    const username = randomBytes(6).toString('hex')
    const status = await logIn(side, address, username, 'a wrong password')
    flood.guesses++
    if (status !== 400) await pause(100)
  }
}

/** Resolves to the status; to 0 where none came. */
async function logIn(
  { service }: Side,
  address: string,
  username: string,
  password: string
): Promise<number> {
  try {
    const response = await fetch(`${service.url}/app/auth/login`, {
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
