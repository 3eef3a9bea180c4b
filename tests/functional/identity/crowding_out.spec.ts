import { availableParallelism } from 'node:os'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { PasswordHashing } from '#plugins/identity/main'
import { administrator } from '../access/support/caller.js'
import { freshName, loggedIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { closedHashing } from '../../helpers/closed_hashing.js'
import { baseUrl } from '../../helpers/download.js'
import { until } from '../../helpers/until.js'

/** Strangers who wait for their turn, in all. */
const MOST_WAITING = 1_000
const MINUTE = 60_000
const TOO_MUCH = 'requests were refused, for too much is under way'

let addresses = 0
const freshAddress = () => `2001:db8:f:${(addresses += 1).toString(16)}::1`

const attempt = (client: ApiClient, from: string, username: string) =>
  client
    .post('/app/auth/login')
    .header('x-forwarded-for', from)
    .json({ username, password: PASSWORD })

/** Logs in, until the signal says to hang up. */
function guess(from: string, username: string, signal: AbortSignal): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  const body = JSON.stringify({ username, password: 'wrong' })
  return fetch(`${baseUrl()}/app/auth/login`, { method: 'POST', headers, body, signal }).then(
    ({ status }) => status,
    () => 0
  )
}

/** What the service writes into its log, for a set-up. */
async function logLines() {
  const logger = await app.container.make('logger')
  const { warn, error, child } = logger
  const lines = { warnings: [] as unknown[][], errors: [] as unknown[][] }
  logger.child = () => logger
  logger.warn = (...line: unknown[]) => void lines.warnings.push(line)
  logger.error = (...line: unknown[]) => void lines.errors.push(line)
  return { lines, restore: () => void Object.assign(logger, { warn, error, child }) }
}

/** What is hashed for, for accounts that do not exist. */
function strangersOf(service: PasswordHashing) {
  const pretend = service.pretend.bind(service)
  const underWay: Promise<false>[] = []
  service.pretend = (...args) => underWay[underWay.push(pretend(...args)) - 1]!
  const left = () => Promise.allSettled(underWay)
  return { left, restore: () => void (service.pretend = pretend) }
}

test.group('Identity | crowding out', () => {
  test('let everybody in whom a flood out of one network cannot be, and fill no log with it', async ({
    client,
    assert,
    cleanup,
  }) => {
    clock.stop()
    cleanup(() => clock.restore())
    clock.travel(MINUTE)
    const home = '198.51.100.7'
    const { username } = await makeOperator()
    ;(await attempt(client, home, username)).assertStatus(200)
    const newcomer = await makeOperator()
    const inside = await loggedIn(client)
    const { token } = await administrator(client)
    const { lines, restore } = await logLines()
    cleanup(restore)

    const hashing = closedHashing()
    cleanup(() => (hashing.open(), hashing.restore()))
    const strangers = strangersOf(await app.container.make(PasswordHashing))
    cleanup(strangers.restore)
    const gone = new AbortController()
    const cores = availableParallelism()
    let refused = 0
    const flood = Array.from({ length: cores + MOST_WAITING + 20 }, async () => {
      if ((await guess(freshAddress(), freshName('ghost'), gone.signal)) === 503) refused += 1
    })
    await until(() => refused === 20)

    clock.travel(MINUTE)
    let told = 0
    const change = { oldPassword: PASSWORD, newPassword: `${PASSWORD} now` }
    const person = { username: freshName(), password: PASSWORD }
    const others = [
      attempt(client, home, username),
      attempt(client, '203.0.113.9', newcomer.username),
      client.put('/app/auth/password').json(change).bearerToken(inside.accessToken),
      client.post('/app/system/users').json(person).bearerToken(token),
    ].map((request) => request.then((answer) => (told += 1) && answer.status()))
    await until(() => refused > 20 || told > 0)
    hashing.open()
    const statuses = await Promise.all(others)
    const { evaluated } = hashing
    gone.abort()
    await Promise.all(flood)
    await strangers.left()

    assert.deepEqual(statuses, [200, 200, 200, 200])
    assert.isBelow(evaluated, 60)
    const ofRequests = ([, message]: unknown[]) => /^requests? /.test(String(message))
    assert.deepEqual(lines.errors.filter(ofRequests), [])
    // The first counts what was refused before, too.
    const [first, ...more] = lines.warnings.filter(ofRequests)
    assert.equal(first![1], TOO_MUCH)
    assert.deepEqual(more, [[{ refused: 20 }, TOO_MUCH]])
  })
})
