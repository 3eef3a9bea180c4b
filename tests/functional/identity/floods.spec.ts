import { availableParallelism } from 'node:os'
import type { Server } from 'node:http'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { lineOf, PasswordHashing, type IdentityConfig } from '#plugins/identity/main'
import { freshName, loggedIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { closedHashing } from '../../helpers/closed_hashing.js'
import { statementsDuring, statementsOf } from '../../helpers/statements.js'
import { until } from '../../helpers/until.js'

const MOST_UNDER_WAY = 32
const FLOOD = 200

let addresses = 0
const freshAddress = () => `2001:db8:f:${(addresses += 1).toString(16)}::1`

const attempt = (client: ApiClient, from: string, username: string, password = 'wrong') =>
  client.post('/app/auth/login').header('x-forwarded-for', from).json({ username, password })

const count = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length

test.group('Identity | floods', (group) => {
  let hashing: ReturnType<typeof closedHashing> | undefined
  group.each.teardown(() => {
    hashing?.open()
    hashing?.restore()
    hashing = undefined
  })

  test('tell all but a handful who try one name 429 at once, at next to no statements', async ({
    client,
    assert,
  }) => {
    const name = freshName('ghost')
    const from = Array.from({ length: 8 }, freshAddress)
    hashing = closedHashing()
    const statuses: number[] = []
    const statements = await statementsDuring(async () => {
      const flood = Array.from({ length: FLOOD }, async (_, no) => {
        const answer = await attempt(client, from[no % 8]!, name)
        if (answer.status() === 429) assert.equal(answer.header('retry-after'), '5')
        statuses.push(answer.status())
      })
      await until(() => statuses.length >= FLOOD - MOST_UNDER_WAY)
      assert.equal(count(statuses, 429), FLOOD - MOST_UNDER_WAY)
      hashing!.open()
      await Promise.all(flood)
    })
    assert.equal(hashing.evaluated, 5)
    assert.deepEqual([count(statuses, 400), count(statuses, 423)], [4, MOST_UNDER_WAY - 4])
    assert.isAtMost(statements, FLOOD + 12 * MOST_UNDER_WAY)
  })

  test('let a person in from where they logged in before, though strangers crowd their name', async ({
    client,
    assert,
  }) => {
    const { username } = await makeOperator()
    const home = freshAddress()
    ;(await attempt(client, home, username, PASSWORD)).assertStatus(200)
    hashing = closedHashing()
    let refused = 0
    const flood = Array.from({ length: MOST_UNDER_WAY + 6 }, async () => {
      const answer = await attempt(client, freshAddress(), username)
      if (answer.status() === 429) refused += 1
    })
    await until(() => refused === 6)
    const own = attempt(client, home, username, PASSWORD).then((answer) => answer)
    hashing.open()
    assert.equal((await own).status(), 200)
    await Promise.all(flood)
  })

  test('write nothing for accounts before their try is counted for the address', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { lockout } = app.config.get<IdentityConfig>('identity')
    const before = lockout.addressFailures
    lockout.addressFailures = 6
    cleanup(() => void (lockout.addressFailures = before))
    const names = Array.from({ length: 30 }, () => freshName('ghost'))
    const from = freshAddress()
    const answers = await Promise.all(names.map((name) => attempt(client, from, name)))
    assert.equal(
      count(
        answers.map((answer) => answer.status()),
        429
      ),
      24
    )
    const rows = await db.from('login_attempts').whereIn('account', names)
    assert.lengthOf(rows, 6)
  })

  test('write a failed login at once with its count', async ({ client, assert }) => {
    const name = freshName('ghost')
    const statements = await statementsOf(() => attempt(client, freshAddress(), name))
    const at = (pattern: RegExp) => statements.findIndex((sql) => pattern.test(sql))
    const [begin, told, commit] = [
      at(/^begin/i),
      at(/insert into .?security_events/i),
      at(/^commit/i),
    ]
    assert.isTrue(begin >= 0 && begin < told && told < commit, statements.join('\n'))
    assert.lengthOf(await db.from('security_events').where('account', name), 1)
  })

  test('hash for nobody who has hung up', async ({ client, assert }) => {
    const name = freshName('ghost')
    const server = (await app.container.make('server')).getNodeServer() as Server
    const { port } = server.address() as { port: number }
    const cores = availableParallelism()
    hashing = closedHashing()
    const gone = new AbortController()
    const from = freshAddress()
    const send = (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/app/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ username: name, password: 'wrong' }),
        signal,
      }).then(
        ({ status }) => status,
        () => 0
      )
    const held = Array.from({ length: cores }, () => send())
    await until(() => hashing!.evaluated === cores)
    const closed: string[] = []
    const watched = (_: unknown, response: { once(event: string, told: () => void): unknown }) =>
      response.once('close', () => closed.push('closed'))
    server.on('request', watched)
    let reads = 0
    const knex = db.connection().getReadClient()
    const note = ({ sql }: { sql: string }) => void (/from .users./i.test(sql) && (reads += 1))
    knex.on('query', note)
    const leaving = Array.from({ length: 5 }, () => send(gone.signal))
    await until(() => reads === 5)
    gone.abort()
    await Promise.all(leaving)
    await until(() => closed.length === 5)
    server.off('request', watched)
    knex.off('query', note)
    hashing.open()
    await Promise.all(held)
    ;(await attempt(client, from, name)).assertStatus(400)
    assert.equal(hashing.evaluated, cores + 1)
  })

  test('slow down who changes their password without end', async ({ client, assert }) => {
    const { accessToken } = await loggedIn(client)
    const same = { oldPassword: PASSWORD, newPassword: PASSWORD }
    const change = () => client.put('/app/auth/password').json(same).bearerToken(accessToken)
    const answers = await Promise.all(Array.from({ length: 30 }, change))
    const statuses = answers.map((answer) => answer.status())
    assert.deepEqual([count(statuses, 400), count(statuses, 429)], [10, 20])
    const refused = answers.find((answer) => answer.status() === 429)!
    assert.isAbove(Number(refused.header('retry-after')), 0)
  })

  test('hash for each person who changes a password in a line of their own', async ({
    client,
    assert,
    cleanup,
  }) => {
    const service = await app.container.make(PasswordHashing)
    const verify = service.verify.bind(service)
    cleanup(() => void (service.verify = verify))
    const people = [await loggedIn(client), await loggedIn(client)]
    const lines: unknown[] = []
    service.verify = (hashed, password, turn) => {
      lines.push(turn?.who)
      return verify(hashed, password, turn)
    }
    const same = { oldPassword: PASSWORD, newPassword: PASSWORD }
    for (const { accessToken } of people)
      await client.put('/app/auth/password').json(same).bearerToken(accessToken)
    assert.deepEqual(
      lines,
      people.map(({ user }) => lineOf(user))
    )
  })
})
