import { test } from '@japa/runner'
import { loggedIn } from '#tests/helpers/main'

test.group('Service', () => {
  test('log in, and tell who is logged in', async ({ client, assert }) => {
    const { user, accessToken } = await loggedIn(client)
    const response = await client.get('/app/auth/user/info').bearerToken(accessToken)

    response.assertStatus(200)
    assert.equal(response.body().data.user.username, user.username)
  })
})
