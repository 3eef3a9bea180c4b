import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import hash from '@adonisjs/core/services/hash'
import { loggedIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator } from '../access/support/caller.js'

type Headers = Record<string, string>

const OTHER_PASSWORD = 'nine cats on a roof'

const logIn = (client: ApiClient, username: string, password = PASSWORD, headers: Headers = {}) =>
  client.post('/app/auth/login').headers(headers).json({ username, password })

/** That of a login or a refresh which came too late, or what ended it. */
async function assertDead(client: ApiClient, answer: ApiResponse) {
  if (answer.status() !== 200) return
  const { accessToken, refreshToken } = answer.body().data
  ;(await client.get('/app/auth/user/info').bearerToken(accessToken)).assertStatus(401)
  ;(await client.post('/app/auth/refresh').json({ refreshToken })).assertStatus(401)
}

test.group('Races | identity', (group) => {
  onEveryDatabase(group)

  test('yield one successor to two uses of a refresh token', async ({ client, assert }) => {
    await throughInterleavings(async () => {
      const { refreshToken } = await loggedIn(client)
      const answers: ApiResponse[] = []
      const refresh = async (headers: Headers) =>
        answers.push(await client.post('/app/auth/refresh').headers(headers).json({ refreshToken }))
      return {
        first: refresh,
        second: refresh,
        check: async () => {
          for (const answer of answers) answer.assertStatus(200)
          const [one, other] = answers.map((answer) => answer.body().data.refreshToken)
          assert.equal(one, other)
          const next = { refreshToken: one }
          ;(await client.post('/app/auth/refresh').json(next)).assertStatus(200)
        },
      }
    })
  })

  test('leave no session of the password before a reset, nor of a user who was disabled', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const ends = [
      ['password', { password: OTHER_PASSWORD }],
      ['status', { status: 'disabled' }],
    ] as const
    for (const [part, body] of ends)
      for (const way of ['login', 'refresh'])
        await throughInterleavings(async () => {
          const { user, refreshToken } = await loggedIn(client)
          let answer: ApiResponse
          return {
            first: async (headers) => {
              const asked =
                way === 'login'
                  ? logIn(client, user.username, PASSWORD, headers)
                  : client.post('/app/auth/refresh').headers(headers).json({ refreshToken })
              answer = await asked
            },
            second: async (headers) => {
              const path = `/app/system/users/${user.id}/${part}`
              const put = client.put(path).headers(headers).bearerToken(admin.token).json(body)
              ;(await put).assertStatus(200)
            },
            check: async () => {
              assert.include([200, 400, 401], answer.status())
              await assertDead(client, answer)
              const after = await logIn(client, user.username, OTHER_PASSWORD)
              assert.equal(after.status(), part === 'password' ? 200 : 400)
            },
          }
        })
  })

  test('let in who knows the password beside the last wrong one, or lock the account', async ({
    client,
    assert,
  }) => {
    await throughInterleavings(async () => {
      const { user } = await loggedIn(client)
      const attempt = async (password: string, headers?: Headers) =>
        (await logIn(client, user.username, password, headers)).status()
      for (let count = 0; count < 4; count++) await attempt('wrong')
      const statuses: Record<string, number> = {}
      return {
        first: async (headers) => void (statuses.right = await attempt(PASSWORD, headers)),
        second: async (headers) => void (statuses.wrong = await attempt('wrong', headers)),
        check: async () => {
          const { right, wrong } = statuses
          const after = await attempt(PASSWORD)
          const isLocked = right === 423 && wrong === 423 && after === 423
          assert.isTrue(isLocked || (right === 200 && wrong === 400 && after === 200))
        },
      }
    })
  })

  test('evaluate exactly the limit of 20 concurrent wrong passwords', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { username } = await makeOperator()
    const verify = hash.verify.bind(hash)
    let evaluated = 0
    hash.verify = (...args) => {
      evaluated += 1
      return verify(...args)
    }
    cleanup(() => void (hash.verify = verify))
    const attempt = () => client.post('/app/auth/login').json({ username, password: 'wrong' })
    const answers = await Promise.all(Array.from({ length: 20 }, attempt))
    const statuses = answers.map((answer) => answer.status()).sort()
    assert.equal(evaluated, 5)
    assert.deepEqual(statuses, [...Array(4).fill(400), ...Array(16).fill(423)])
  })
})
