import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import Session from '../../../app/plugins/identity/models/session.js'
import { logIn, makeOperator, type Tokens } from '../../helpers/accounts.js'

const DAY_MS = 86_400_000
const info = '/app/auth/user/info'

const refresh = (client: ApiClient, refreshToken: string) =>
  client.post('/app/auth/refresh').json({ refreshToken })
const whoAmI = (client: ApiClient, token: string) => client.get(info).bearerToken(token)

test.group('Identity | limits of sessions', (group) => {
  group.each.teardown(() => clock.restore())

  test('end a session after 30 days, however often it was refreshed', async ({
    client,
    assert,
  }) => {
    const { username } = await makeOperator()
    let pair: Tokens & { refreshExpiresIn?: number } = await logIn(client, username)
    for (let day = 5; day < 30; day += 5) {
      clock.travel(5 * DAY_MS)
      const answer = await refresh(client, pair.refreshToken)
      answer.assertStatus(200)
      pair = answer.body().data
      const left = Math.min(7, 30 - day) * 86_400
      assert.closeTo(pair.refreshExpiresIn!, left, 60)
    }
    clock.travel(5 * DAY_MS - 60_000)
    pair = (await refresh(client, pair.refreshToken)).body().data
    ;(await whoAmI(client, pair.accessToken)).assertStatus(200)
    clock.travel(61_000)
    ;(await whoAmI(client, pair.accessToken)).assertStatus(401)
    ;(await refresh(client, pair.refreshToken)).assertStatus(401)
  })

  test('end a session that is older than that', async ({ client }) => {
    const user = await makeOperator()
    const { accessToken, refreshToken } = await logIn(client, user.username)
    await actAsSystem('a test', async () => {
      const session = await Session.findByOrFail('userId', user.id)
      await session.merge({ createdAt: session.createdAt.minus({ days: 31 }) }).save()
    })
    ;(await whoAmI(client, accessToken)).assertStatus(401)
    ;(await refresh(client, refreshToken)).assertStatus(401)
  })

  test('end the session that was used longest ago when one more than 20 opens', async ({
    client,
    assert,
  }) => {
    const { id, username } = await makeOperator()
    const pairs: Tokens[] = []
    for (let count = 0; count < 20; count++) {
      pairs.push(await logIn(client, username))
      clock.travel(1_000)
    }
    for (const { accessToken } of pairs) (await whoAmI(client, accessToken)).assertStatus(200)
    pairs[0] = (await refresh(client, pairs[0]!.refreshToken)).body().data
    clock.travel(1_000)
    pairs.push(await logIn(client, username))

    ;(await whoAmI(client, pairs[1]!.accessToken)).assertStatus(401)
    ;(await refresh(client, pairs[1]!.refreshToken)).assertStatus(401)
    for (const place of [0, 2, 19, 20])
      (await whoAmI(client, pairs[place]!.accessToken)).assertStatus(200)
    const ended = await actAsSystem('a test', () =>
      Session.query().where('userId', id).whereNotNull('endedAt')
    )
    assert.deepEqual(
      ended.map(({ endReason }) => endReason),
      ['superseded']
    )
  })

  test('count no session that is over', async ({ client }) => {
    const { username } = await makeOperator()
    const first = await logIn(client, username)
    for (let count = 0; count < 21; count++) {
      const { accessToken } = await logIn(client, username)
      ;(await client.post('/app/auth/logout').bearerToken(accessToken)).assertStatus(200)
    }
    ;(await whoAmI(client, first.accessToken)).assertStatus(200)
  })

  test('leave 20 when 30 open at once', async ({ client, assert }) => {
    const { id, username } = await makeOperator()
    await Promise.all(Array.from({ length: 30 }, () => logIn(client, username)))
    await logIn(client, username)
    const open = await actAsSystem('a test', () =>
      Session.query().where('userId', id).whereNull('endedAt')
    )
    assert.lengthOf(open, 20)
  })
})
