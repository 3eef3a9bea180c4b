import { test } from '@japa/runner'
import type { ApiResponse } from '@japa/api-client'
import hash from '@adonisjs/core/services/hash'
import { loggedIn, makeOperator } from '../../helpers/accounts.js'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'

type Headers = Record<string, string>

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
