import { test } from '@japa/runner'
import { logIn } from '#tests/helpers/accounts'

test.group('HTTP | answers', () => {
  test('carry a request id, the client’s own where it is harmless', async ({ client, assert }) => {
    const own = await client.get('/actuator/health').header('x-request-id', 'abc-123')
    const hostile = await client
      .get('/actuator/health')
      .header('x-request-id', '<script>alert(1)</script>')

    own.assertHeader('x-request-id', 'abc-123')
    assert.match(hostile.header('x-request-id')!, /^[\w-]{20,}$/)
  })

  test('put an unknown route into the envelope', async ({ client }) => {
    const response = await client.get('/no/such/route')
    response.assertStatus(404)
    response.assertBody({ code: 404, message: 'No such route', data: { reason: 'E_NOT_FOUND' } })
  })

  test('say of an id that cannot be one that there is no such route')
    .with(['abc', '1.5', '-1', '0', '9223372036854775808', '1%00', "1'--"])
    .run(async ({ client }, id) => {
      const response = await client.delete(`/app/auth/sessions/${id}`)
      response.assertStatus(404)
    })

  test('refuse a body that is nested out of all reason')
    .with([
      [1_000, 422],
      [100_000, 413],
    ] as const)
    .run(async ({ client }, [depth, status]) => {
      const body = `{"username":"x","password":${'['.repeat(depth)}${']'.repeat(depth)}}`
      const response = await client
        .post('/app/auth/login')
        .header('content-type', 'application/json')
        .setup((request) => void request.request.send(body))
      response.assertStatus(status)
    })

  test('refuse half a character', async ({ client, assert }) => {
    const body = { username: 'x', password: 'half \ud800 of a pair' }
    const response = await client.post('/app/auth/login').json(body)
    response.assertStatus(422)
    assert.equal(response.body().data.errors[0].field, 'password')
  })

  test('clamp the size of a page to 200 rows, and refuse what is no size', async ({
    client,
    assert,
  }) => {
    const { accessToken } = await logIn(client, 'admin', process.env.ADMIN_PASSWORD)
    const page = (pageSize: number) =>
      client.get('/app/system/users').qs({ pageSize }).bearerToken(accessToken)
    for (const asked of [200, 201, 1_000_000_000]) {
      const response = await page(asked)
      response.assertStatus(200)
      assert.equal(response.body().data.pageSize, 200)
    }
    ;(await page(0)).assertStatus(422)
  })

  test('refuse null bytes in a query', async ({ client }) => {
    const response = await client.get('/actuator/health?x=%00')
    response.assertStatus(422)
  })
})

test.group('HTTP | health', () => {
  test('answer UP and nothing more, without envelope and login')
    .with(['health', 'health/liveness', 'health/readiness', 'liveness', 'readiness'])
    .run(async ({ client, assert }, probe) => {
      const response = await client.get(`/actuator/${probe}`)
      response.assertStatus(200)
      assert.deepEqual(response.body(), { status: 'UP' })
    })
})
