import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { IdentityConfig } from '#plugins/identity/main'
import { loggedIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'

/** For a set-up: with these limits until the teardown. */
function limits(values: Partial<IdentityConfig['sessions']>): () => void {
  const rule = app.config.get<IdentityConfig>('identity').sessions
  const before = { ...rule }
  Object.assign(rule, values)
  return () => void Object.assign(rule, before)
}

const refresh = (client: ApiClient, refreshToken: string) =>
  client.post('/app/auth/refresh').json({ refreshToken })
const attempt = (client: ApiClient, username: string, password = PASSWORD) =>
  client.post('/app/auth/login').json({ username, password })
const count = async (table: string, column: string, value: number) =>
  (await db.from(table).where(column, value)).length

test.group('Identity | paces', () => {
  test('refresh a session no more often than may be in an hour; its token stays good', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(limits({ refreshesPerHour: 2 }))
    const { user, accessToken, refreshToken } = await loggedIn(client)
    const second = (await refresh(client, refreshToken)).body().data.refreshToken
    for (let tab = 0; tab < 5; tab++) (await refresh(client, refreshToken)).assertStatus(200)
    const third = (await refresh(client, second)).body().data.refreshToken
    const refused = await refresh(client, third)

    refused.assertStatus(429)
    refused.assertBodyContains({ data: { reason: 'E_TOO_MANY_REQUESTS' } })
    assert.isAbove(Number(refused.header('retry-after')), 0)
    ;(await client.get('/app/auth/user/info').bearerToken(accessToken)).assertStatus(200)
    const { id } = await db.from('sessions').where('user_id', user.id).firstOrFail()
    assert.equal(await count('refresh_tokens', 'session_id', id), 3)
    cleanup(limits({ refreshesPerHour: 3 }))
    ;(await refresh(client, third)).assertStatus(200)

    const other = await loggedIn(client)
    ;(await refresh(client, other.refreshToken)).assertStatus(200)
  })

  test('log in from where one did before no more often than one may in an hour, write nothing of it, and cost no try', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(limits({ loginsPerHour: 3 }))
    const { id, username } = await makeOperator()
    for (let login = 0; login < 4; login++) (await attempt(client, username)).assertStatus(200)
    for (let more = 0; more < 6; more++) {
      const refused = await attempt(client, username)
      refused.assertStatus(429)
      refused.assertBodyContains({ data: { reason: 'E_TOO_MANY_REQUESTS' } })
      assert.isAbove(Number(refused.header('retry-after')), 0)
    }
    assert.equal(await count('sessions', 'user_id', id), 4)
    assert.equal(await count('security_events', 'user_id', id), 4)
    ;(await attempt(client, username, 'wrong')).assertStatus(400)

    const { username: other } = await makeOperator()
    ;(await attempt(client, other)).assertStatus(200)
  })
})
