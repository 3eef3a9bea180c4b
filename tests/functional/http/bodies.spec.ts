import { gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import type { User } from '#plugins/identity/main'
import { loggedIn, PASSWORD } from '../../helpers/accounts.js'
import { openGate } from '../../helpers/open_gate.js'
import { RawConnection } from '../../helpers/raw_request.js'

const JSON_BODY = { 'content-type': 'application/json', 'content-length': '500' }
const KB = 1024

test.group('HTTP | bodies of whoever is not known', (group) => {
  let connection: RawConnection
  group.each.setup(() => {
    connection = new RawConnection()
    return () => connection.close()
  })

  test('refuse {method} {path} before the body has come')
    .with([
      { method: 'POST', path: '/app/system/roles', headers: JSON_BODY },
      { method: 'PUT', path: '/app/auth/password', headers: JSON_BODY },
      {
        method: 'POST',
        path: '/app/files',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '500' },
      },
      {
        method: 'POST',
        path: '/app/document',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      },
    ])
    .run(async ({ assert }, { method, path, headers }) => {
      const { status } = await connection.head(method, path, headers).answer()
      assert.equal(status, 401)
    })

  test('refuse who lacks the permission before the body has come', async ({ client, assert }) => {
    const { accessToken } = await loggedIn(client)
    const headers = { ...JSON_BODY, authorization: `Bearer ${accessToken}` }
    const { status } = await connection.head('POST', '/app/system/roles', headers).answer()
    assert.equal(status, 403)
  })

  test('refuse the document server’s caller without a good token before the body has come', async ({
    assert,
  }) => {
    const path = '/app/document/callback/1?token=forged'
    const { status, body } = await connection.head('POST', path, JSON_BODY).answer()
    assert.equal(status, 403)
    assert.equal(JSON.parse(body).data.reason, 'E_EDITOR_TOKEN')
  })

  test('ask a client that waits for its body once somebody reads it', async ({ assert }) => {
    const waiting = { ...JSON_BODY, expect: '100-continue' }
    connection.head('POST', '/app/auth/refresh', waiting)
    assert.equal((await connection.answer()).status, 100)
    connection.write(JSON.stringify({ refreshToken: 'unknown' }).padEnd(500))
    assert.equal((await connection.answer()).status, 401)
  })

  test('ask nobody for a body that nobody reads', async ({ assert }) => {
    const waiting = { ...JSON_BODY, expect: '100-continue' }
    const { status } = await connection.head('POST', '/app/system/roles', waiting).answer()
    assert.equal(status, 401)
  })

  test('refuse a public body beyond 16 KB before it has come', async ({ assert }) => {
    const headers = { ...JSON_BODY, 'content-length': String(16 * KB + 1) }
    const { status } = await connection.head('POST', '/app/auth/login', headers).answer()
    assert.equal(status, 413)
  })

  test('stop reading a public body that does not say how long it is', async ({ assert }) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const piece = `1000\r\n${' '.repeat(4 * KB)}\r\n`
    connection.head('POST', '/app/auth/login', headers).write(piece.repeat(5))
    assert.equal((await connection.answer()).status, 413)
  })

  test('take a public body of 16 KB', async ({ assert }) => {
    const body = JSON.stringify({ refreshToken: 'unknown' }).padEnd(16 * KB)
    const headers = { ...JSON_BODY, 'content-length': String(body.length) }
    const { status } = await connection
      .head('POST', '/app/auth/refresh', headers)
      .write(body)
      .answer()
    assert.equal(status, 401)
  })

  test('close a connection that goes on sending what nobody reads', async ({ assert }) => {
    const headers = { ...JSON_BODY, 'content-length': String(64 * KB * KB) }
    const { status } = await connection.head('POST', '/app/system/roles', headers).answer()
    assert.equal(status, 401)
    connection.write(Buffer.alloc(8 * KB * KB))
    await connection.closed()
  })

  test('say with the answer that the connection ends where the body is not read: {title}')
    .with([
      { title: 'a long one', name: 'content-length', value: String(64 * KB * KB) },
      { title: 'one in chunks', name: 'transfer-encoding', value: 'chunked' },
    ])
    .run(async ({ assert }, { name, value }) => {
      const headers = { 'content-type': 'application/json', [name]: value }
      connection.head('POST', '/app/system/roles', headers).write('1000\r\n')
      const answer = await connection.answer()
      assert.equal(answer.status, 401)
      assert.equal(answer.headers.get('connection'), 'close')
      await connection.closed()
    })

  test('serve the next request on a connection whose body was not read', async ({ assert }) => {
    connection.head('POST', '/app/system/roles', JSON_BODY)
    const refused = await connection.answer()
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('connection'), 'keep-alive')
    connection.write('x'.repeat(500)).head('GET', '/actuator/health')
    assert.equal((await connection.answer()).status, 200)
  })
})

test.group('HTTP | bodies that are packed', () => {
  test('refuse what is packed as {coding}, whatever is in it')
    .with(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity'].map((coding) => ({ coding })))
    .run(async ({ client }, { coding }) => {
      const packed = gzipSync(JSON.stringify({ username: 'x', password: PASSWORD }))
      const response = await client
        .post('/app/auth/login')
        .header('content-type', 'application/json')
        .header('content-encoding', coding)
        .setup((request) => void request.request.send(packed))
      response.assertStatus(415)
      response.assertBodyContains({ data: { reason: 'E_UNSUPPORTED_TYPE' } })
    })

  test('take a body that says it is not packed', async ({ client }) => {
    const response = await client
      .post('/app/auth/refresh')
      .header('content-encoding', 'identity')
      .json({ refreshToken: 'unknown' })
    response.assertStatus(401)
  })
})

test.group('HTTP | bodies of JSON', (group) => {
  group.setup(() => openGate().shut)

  const send = (client: Parameters<typeof loggedIn>[0], user: User, body: string) =>
    client
      .post('/app/document')
      .loginAs(user)
      .header('content-type', 'application/json')
      .setup((request) => void request.request.send(body))

  test('refuse {title}')
    .with([
      { title: 'more members than any has', body: `[${'0,'.repeat(60_000)}0]`, status: 413 },
      { title: 'more objects than any has', body: `[${'{},'.repeat(60_000)}0]`, status: 413 },
      {
        title: 'more names than any has',
        body: `[${Array.from({ length: 1_001 }, () => '{"a":0}').join()}]`,
        status: 413,
      },
      { title: 'more than 256 KB', body: `{"title":"${'a'.repeat(256 * KB)}"}`, status: 413 },
      { title: 'what is nested too deeply', body: `{"title":${'['.repeat(200)}`, status: 422 },
      { title: 'what is no JSON', body: '{"title":', status: 400 },
      { title: 'a text outside of any object', body: '"title"', status: 422 },
      { title: 'a null byte', body: '{"title":"a\\u0000"}', status: 422 },
    ])
    .run(async ({ client }, { body, status }) => {
      const { user } = await loggedIn(client)
      const response = await send(client, user, body)
      response.assertStatus(status)
    })

  test('name the member that holds what no database keeps', async ({ client, assert }) => {
    const { user } = await loggedIn(client)
    const response = await send(client, user, '{"a":[{"b":"\\ud800"}]}')
    response.assertStatus(422)
    assert.equal(response.body().data.errors[0].field, 'a.0.b')
  })

  test('tell the first hundred faults of a long list, and stop looking', async ({
    client,
    assert,
  }) => {
    const { user } = await loggedIn(client)
    const body = JSON.stringify({ handlerIds: [], memberIds: Array(4_000).fill('x'), name: 'a' })
    const response = await client
      .post('/app/im/conversations')
      .loginAs(user)
      .header('content-type', 'application/json')
      .setup((request) => void request.request.send(body))
    response.assertStatus(422)
    assert.lengthOf(response.body().data.errors, 100)
  })

  test('let no member name the prototype of anything', async ({ client }) => {
    const { user } = await loggedIn(client)
    const body = '{"fileType":"docx","__proto__":{"title":"x"},"constructor":{"prototype":{}}}'
    const response = await send(client, user, body)
    response.assertStatus(422)
    response.assertBodyContains({ data: { errors: [{ field: 'title', rule: 'required' }] } })
  })

  test('trim what a field holds, and take a mark of byte order', async ({ client }) => {
    const { user } = await loggedIn(client)
    const response = await send(client, user, '\uFEFF{"fileType":"docx","title":"  Plan \\n"}')
    response.assertStatus(200)
    response.assertBodyContains({ data: { title: 'Plan' } })
  })
})
