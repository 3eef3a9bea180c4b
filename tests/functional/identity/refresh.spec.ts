import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import SecurityEvent from '../../../app/plugins/identity/models/security_event.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { loggedIn } from '../../helpers/accounts.js'

const refresh = (client: ApiClient, refreshToken: unknown) =>
  client.post('/app/auth/refresh').json({ refreshToken })
const whoAmI = (client: ApiClient, token: string) =>
  client.get('/app/auth/user/info').bearerToken(token)

test.group('Identity | refresh', (group) => {
  onEveryDatabase(group)
  group.each.teardown(() => clock.restore())

  test('rotate: a new pair that works, of the same session', async ({ client, assert }) => {
    const first = await loggedIn(client)
    const response = await refresh(client, first.refreshToken)

    response.assertStatus(200)
    const second = response.body().data
    assert.notEqual(second.refreshToken, first.refreshToken)
    ;(await whoAmI(client, second.accessToken)).assertStatus(200)
    ;(await refresh(client, second.refreshToken)).assertStatus(200)
  })

  test('answer the same successor to a second use within the grace', async ({ client, assert }) => {
    const { refreshToken } = await loggedIn(client)
    clock.stop()
    const first = await refresh(client, refreshToken)
    clock.travel(9_000)
    const second = await refresh(client, refreshToken)

    second.assertStatus(200)
    assert.equal(second.body().data.refreshToken, first.body().data.refreshToken)
  })

  test('take a second use after the grace for theft: the session ends and it is logged', async ({
    client,
    assert,
  }) => {
    const { user, accessToken, refreshToken } = await loggedIn(client)
    const successor = (await refresh(client, refreshToken)).body().data
    clock.travel(11_000)
    const reused = await refresh(client, refreshToken)

    reused.assertStatus(401)
    reused.assertBodyContains({ data: { reason: 'E_REFRESH_REJECTED' } })
    ;(await refresh(client, successor.refreshToken)).assertStatus(401)
    ;(await whoAmI(client, accessToken)).assertStatus(401)
    ;(await whoAmI(client, successor.accessToken)).assertStatus(401)
    const events = await actAsSystem('read the log', () =>
      SecurityEvent.query().where('userId', user.id).where('type', 'refresh_reused')
    )
    assert.lengthOf(events, 1)
  })

  test('refuse an access token, made up text and an expired token', async ({ client }) => {
    const { accessToken, refreshToken } = await loggedIn(client)
    ;(await refresh(client, 'made-up')).assertStatus(401)
    ;(await refresh(client, accessToken.slice(0, 256))).assertStatus(401)
    clock.travel(8 * 86_400_000)
    ;(await refresh(client, refreshToken)).assertStatus(401)
  })

  test('refuse a refresh token of the wrong type with 422')
    .with([1, null, ['a'], {}, '', 'x'.repeat(10_000)])
    .run(async ({ client }, token) => {
      ;(await refresh(client, token)).assertStatus(422)
    })
})
