import { request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/acting/main'
import { blankBytes } from '../../helpers/packages.js'
import { download } from '../../helpers/download.js'
import { eventually } from '../../helpers/deadline.js'
import { loggedIn, makeOperator } from '../../helpers/accounts.js'
import { incoming } from '../../helpers/incoming_files.js'
import { openGate, type OpenGate } from '../../helpers/open_gate.js'

async function upload(client: ApiClient, bytes: Buffer, filename: string) {
  const user = await makeOperator()
  return client.post('/app/files').loginAs(user).file('file', bytes, { filename })
}

test.group('Files | upload and download', (group) => {
  let gate: OpenGate
  group.setup(() => {
    const opened = openGate()
    gate = opened.gate
    return opened.shut
  })

  test('keep a file and give back its very bytes', async ({ client, assert }) => {
    const bytes = blankBytes('word')
    const user = await makeOperator()
    const kept = await client
      .post('/app/files')
      .loginAs(user)
      .file('file', bytes, { filename: '../Überblick.docx' })
    kept.assertStatus(200)
    const { id, name, extension, size, ownerId } = kept.body().data
    assert.deepEqual(
      { name, extension, size, ownerId },
      { name: 'Überblick.docx', extension: 'docx', size: bytes.length, ownerId: user.id }
    )

    const content = await download(client, `/app/files/${id}/content`)
    assert.equal(content.status, 200)
    assert.deepEqual(content.bytes, bytes)
    assert.equal(content.headers.get('content-length'), String(bytes.length))
    assert.equal(content.headers.get('x-content-type-options'), 'nosniff')
    assert.include(
      content.headers.get('content-disposition'),
      "filename*=UTF-8''%C3%9Cberblick.docx"
    )
    assert.deepEqual(await incoming(), [])
  })

  test('answer a part, an unchanged file and an impossible part', async ({ client, assert }) => {
    const bytes = blankBytes('cell')
    const { id, sha256 } = (await upload(client, bytes, 'a.xlsx')).body().data
    const user = await makeOperator()
    const get = (headers: Record<string, string>) =>
      download(client, `/app/files/${id}/content`, headers)

    const part = await get({ range: 'bytes=2-5' })
    assert.equal(part.status, 206)
    assert.deepEqual(part.bytes, bytes.subarray(2, 6))
    assert.equal(part.headers.get('content-range'), `bytes 2-5/${bytes.length}`)

    assert.equal((await get({ 'if-none-match': `"${sha256}"` })).status, 304)
    assert.equal((await get({ 'range': 'bytes=0-1', 'if-range': '"another"' })).status, 200)

    const beyond = await client
      .get(`/app/files/${id}/content`)
      .loginAs(user)
      .header('range', 'bytes=9999999-')
    beyond.assertStatus(416)
    beyond.assertBodyContains({ code: 416, data: { reason: 'E_RANGE' } })
    assert.equal(beyond.header('content-range'), `bytes */${bytes.length}`)
  })

  test('answer HEAD with the headers alone', async ({ client, assert }) => {
    const bytes = blankBytes('cell')
    const { id } = (await upload(client, bytes, 'a.xlsx')).body().data
    const head = await client.head(`/app/files/${id}/content`).loginAs(await makeOperator())
    head.assertStatus(200)
    assert.equal(head.header('content-length'), String(bytes.length))
  })

  test('refuse {title}')
    .with([
      { title: 'an empty file', bytes: Buffer.alloc(0), name: 'a.docx', status: 422 },
      {
        title: 'an image called .docx',
        bytes: Buffer.from('GIF89a\u0001'),
        name: 'a.docx',
        status: 415,
      },
      {
        title: 'a program called .docx.exe',
        bytes: blankBytes('word'),
        name: 'a.docx.exe',
        status: 415,
      },
      {
        title: 'half a document',
        bytes: blankBytes('word').subarray(0, 900),
        name: 'a.docx',
        status: 422,
      },
    ])
    .run(async ({ client, assert }, { bytes, name, status }) => {
      const refused = await upload(client, bytes, name)
      refused.assertStatus(status)
      assert.equal(refused.body().code, status)
      assert.deepEqual(await incoming(), [])
    })

  test('refuse a body without a file, with another field, or that is none', async ({ client }) => {
    const user = await makeOperator()
    const file = blankBytes('word')
    ;(await client.post('/app/files').loginAs(user).field('title', 'x')).assertStatus(422)
    ;(
      await client.post('/app/files').loginAs(user).file('other', file, { filename: 'a.docx' })
    ).assertStatus(422)
    ;(await client.post('/app/files').loginAs(user)).assertStatus(422)
    ;(await client.post('/app/files').loginAs(user).json({})).assertStatus(415)
    const two = client.post('/app/files').loginAs(user)
    two.file('file', file, { filename: 'a.docx' }).file('file', file, { filename: 'b.docx' })
    ;(await two).assertStatus(422)
  })

  test('refuse a file over the limit before and while it comes in', async ({ client, assert }) => {
    const { accessToken } = await loggedIn(client)
    const over = 101 * 1024 * 1024
    const announced = await sendRaw(accessToken, { 'content-length': String(over + 1024) }, 0)
    assert.equal(announced, 413)
    assert.equal(await sendRaw(accessToken, {}, over), 413)
    assert.deepEqual(await incoming(), [])
  })

  test('keep nothing of an upload that is aborted half-way', async ({ client, assert }) => {
    const { accessToken } = await loggedIn(client)
    const outgoing = rawUpload(accessToken, {})
    outgoing.on('error', () => undefined)
    outgoing.write(HEAD)
    outgoing.write(Buffer.alloc(300_000))
    await eventually('the upload has begun', async () => (await incoming()).length > 0)
    outgoing.destroy()
    await eventually('its remains are gone', async () => (await incoming()).length === 0)
    assert.isTrue(outgoing.destroyed)
  })

  test('say that there is no such file to whom it is out of reach', async ({ client }) => {
    const { id } = (await upload(client, blankBytes('word'), 'a.docx')).body().data
    const stranger = await makeOperator()
    gate.tell(stranger.id, nothing)
    ;(await client.get(`/app/files/${id}`).loginAs(stranger)).assertStatus(404)
    ;(await client.get(`/app/files/${id}/content`).loginAs(stranger)).assertStatus(404)
    ;(await client.delete(`/app/files/${id}`).loginAs(stranger)).assertStatus(404)
    const list = await client.get('/app/files').loginAs(stranger)
    list.assertBodyContains({ data: { items: [], total: 0 } })
  })

  test('refuse whoever holds no permission, and whoever is nobody', async ({ client }) => {
    const user = await makeOperator()
    gate.tell(user.id, null)
    ;(await client.get('/app/files').loginAs(user)).assertStatus(403)
    ;(await client.get('/app/files/1/content')).assertStatus(401)
  })

  test('list by name, type and time, and delete', async ({ client, assert }) => {
    const user = await makeOperator()
    const name = `needle-${user.id}.docx`
    const kept = await client
      .post('/app/files')
      .loginAs(user)
      .file('file', blankBytes('word'), { filename: name })
    const { id } = kept.body().data
    const find = () =>
      client
        .get('/app/files')
        .loginAs(user)
        .qs({ keyword: `NEEDLE-${user.id}`, extension: 'docx' })
    assert.deepEqual(
      (await find()).body().data.items.map((row: { id: number }) => row.id),
      [id]
    )

    ;(await client.delete(`/app/files/${id}`).loginAs(user)).assertStatus(200)
    ;(await client.get(`/app/files/${id}`).loginAs(user)).assertStatus(404)
    assert.equal((await find()).body().data.total, 0)
  })
})

const HEAD = Buffer.from(
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n'
)

function rawUpload(token: string, headers: Record<string, string>) {
  return httpRequest({
    host: process.env.HOST,
    port: process.env.PORT,
    method: 'POST',
    path: '/app/files',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'authorization': `Bearer ${token}`,
      ...headers,
    },
  })
}

/** Sends so many bytes, or until the service answers. */
async function sendRaw(
  token: string,
  headers: Record<string, string>,
  bytes: number
): Promise<number> {
  const outgoing = rawUpload(token, headers)
  outgoing.on('error', () => undefined)
  const answered = once(outgoing, 'response')
  outgoing.write(HEAD)
  const piece = Buffer.alloc(1024 * 1024)
  let status: number | undefined
  void answered.then(([response]) => (status = response.statusCode))
  for (let sent = 0; sent < bytes && status === undefined; sent += piece.length) {
    if (!outgoing.write(piece)) await Promise.race([once(outgoing, 'drain'), answered])
  }
  const [response] = await answered
  response.resume()
  outgoing.destroy()
  return response.statusCode
}
