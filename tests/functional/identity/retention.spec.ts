import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Retention } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import { toStored } from '#kernel/database/main'
import { freshName, loggedIn, logIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'

const DAY = 86_400_000

async function sweep() {
  const retention = await app.container.make(Retention)
  return retention.sweep()
}

async function rowsOf(userId: number) {
  const sessions = await db.from('sessions').where('user_id', userId).select('id')
  const ids = sessions.map(({ id }) => id)
  const tokens = await db.from('refresh_tokens').whereIn('session_id', ids)
  const events = await db.from('security_events').where('user_id', userId)
  return { sessions: sessions.length, tokens: tokens.length, events: events.length }
}

const attempt = (client: ApiClient, username: string, password: string) =>
  client.post('/app/auth/login').json({ username, password })

const triesOf = (account: string) => db.from('login_attempts').where('account', account).first()

test.group('Identity | retention', (group) => {
  group.each.teardown(() => clock.restore())

  test('remove sessions with their refresh tokens, and the history, when they were kept for long enough', async ({
    client,
    assert,
  }) => {
    const { user, refreshToken } = await loggedIn(client)
    ;(await client.post('/app/auth/refresh').json({ refreshToken })).assertStatus(200)
    clock.travel(96 * DAY)
    await sweep()
    assert.deepEqual(await rowsOf(user.id), { sessions: 1, tokens: 2, events: 1 })
    clock.travel(2 * DAY)
    const removed = await sweep()
    assert.deepEqual(await rowsOf(user.id), { sessions: 0, tokens: 0, events: 1 })
    assert.isAtLeast(removed.sessions!, 3)
    clock.travel(268 * DAY)
    await sweep()
    assert.deepEqual(await rowsOf(user.id), { sessions: 0, tokens: 0, events: 0 })
  })

  test('leave an open session its used refresh tokens, so that theft is still found', async ({
    client,
    assert,
  }) => {
    const { user, refreshToken } = await loggedIn(client)
    let token = refreshToken
    for (let day = 0; day < 24; day += 6) {
      clock.travel(6 * DAY)
      await sweep()
      const response = await client.post('/app/auth/refresh').json({ refreshToken: token })
      response.assertStatus(200)
      token = response.body().data.refreshToken
    }
    assert.deepEqual(await rowsOf(user.id), { sessions: 1, tokens: 5, events: 1 })
    ;(await client.post('/app/auth/refresh').json({ refreshToken })).assertStatus(401)
    ;(await client.post('/app/auth/refresh').json({ refreshToken: token })).assertStatus(401)
  })

  test('forget failed logins of long ago, of names that nobody has too, but no lock', async ({
    client,
    assert,
  }) => {
    const [known, unknown] = [(await makeOperator()).username, freshName('nobody')]
    for (const account of [known, unknown]) await attempt(client, account, 'wrong')
    clock.travel(29 * DAY)
    await sweep()
    assert.equal((await triesOf(known)).failures, 1)
    const locked = freshName('locked')
    await attempt(client, locked, 'wrong')
    const lockedUntil = toStored(clock.now() + 60 * DAY)
    await db
      .from('login_attempts')
      .where('account', locked)
      .update({ locked_until: lockedUntil, pending_since: toStored(clock.now() - 40 * DAY) })
    clock.travel(2 * DAY)
    await sweep()
    for (const account of [known, unknown]) assert.isNull(await triesOf(account))
    ;(await attempt(client, locked, 'wrong')).assertStatus(423)
    await logIn(client, known, PASSWORD)
  })
})
