import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { type FilesConfig, StoredFile } from '#plugins/files/main'
import type { User } from '#plugins/identity/main'
import { SweepFiles } from '../../../app/plugins/files/actions/sweep_files.js'
import { loggedIn, makeOperator } from '../../helpers/accounts.js'
import { begunUpload } from '../../helpers/begun_upload.js'
import { eventually } from '../../helpers/deadline.js'
import { fetched } from '../../helpers/download.js'
import { incoming } from '../../helpers/incoming_files.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator } from '../access/support/caller.js'

/** Of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const LIMIT = 1024 * 1024

const path = '/app/auth/avatar'

const send = (client: ApiClient, user: User, bytes: Buffer | string, filename = 'me.png') =>
  client.post(path).loginAs(user).file('file', Buffer.from(bytes), { filename })

async function chosen(client: ApiClient, user: User, bytes = PNG): Promise<string> {
  const answer = await send(client, user, bytes)
  answer.assertStatus(200)
  return answer.body().data.avatar
}

const filesOf = ({ id }: User) =>
  actAsSystem('a test', () => StoredFile.query().where('ownerId', id))

const statusOf = async (address: string) => (await fetched(address)).status

async function ownAvatar(client: ApiClient, user: User): Promise<string | null> {
  return (await client.get('/app/auth/user/info').loginAs(user)).body().data.user.avatar
}

test.group('Files | pictures of people', (group) => {
  onEveryDatabase(group)

  let user: User
  group.each.setup(async () => {
    user = await makeOperator()
  })

  test('show a picture to whoever has its address, until another takes its place', async ({
    client,
    assert,
  }) => {
    const first = await chosen(client, user)
    assert.match(first, /^\/app\/avatars\/[0-9a-f]{32}$/)
    assert.equal(await ownAvatar(client, user), first)
    const { status, headers, bytes } = await fetched(first)
    assert.equal(status, 200)
    assert.deepEqual(bytes, PNG)
    assert.equal(headers.get('content-type'), 'image/png')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')

    const answer = await send(client, user, GIF, 'notes.txt')
    answer.assertStatus(200)
    const second = answer.body().data.avatar
    assert.equal((await fetched(second)).headers.get('content-type'), 'image/gif')
    assert.equal(await statusOf(first), 404)
    assert.lengthOf(await filesOf(user), 1)

    ;(await client.delete(path).loginAs(user)).assertStatus(200)
    assert.isNull(await ownAvatar(client, user))
    assert.equal(await statusOf(second), 404)
    assert.isEmpty(await filesOf(user))
  })

  test('take nothing that is no picture, is too large, or breaks off', async ({
    client,
    assert,
  }) => {
    const { user: own, accessToken: token } = await loggedIn(client)
    for (const [bytes, status] of [
      ['a text', 415],
      ['', 415],
      [SVG, 415],
      [`${PNG.subarray(1)}`, 415],
      [Buffer.concat([PNG, Buffer.alloc(LIMIT)]), 413],
    ] as const)
      (await send(client, own, bytes)).assertStatus(status)
    ;(await client.post(path).loginAs(own).field('name', 'me')).assertStatus(422)
    const cut = await begunUpload({ path, token, filename: 'me.png', begin: '\x89PNG', rest: '' })
    cut.abortSignal()
    await eventually('the rest is removed', async () => (await incoming()).length === 0)
    assert.isNull(await ownAvatar(client, own))
    assert.isEmpty(await filesOf(own))
    assert.equal(await statusOf(`/app/avatars/${'0'.repeat(32)}`), 404)
    ;(await client.post(path).file('file', PNG, { filename: 'me.png' })).assertStatus(401)
  })

  test('count among the files of their person', async ({ client, cleanup }) => {
    const config = app.config.get<FilesConfig>('files')
    const before = config.storagePerUser
    cleanup(() => void (config.storagePerUser = before))
    config.storagePerUser = 4_096
    await chosen(client, user)
    await chosen(client, user, GIF)
    config.storagePerUser = 4_095
    ;(await send(client, user, PNG)).assertStatus(413)
  })

  test('go with a link in their place, with their person, and with the personal data', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(() => clock.restore())
    const [linked, deleted, erased] = [user, await makeOperator(), await makeOperator()]
    const addresses = [
      await chosen(client, linked),
      await chosen(client, deleted),
      await chosen(client, erased),
    ]
    const admin = await administrator(client)
    const avatar = 'https://example.com/me.png'
    await admin.must(admin.put(`users/${linked.id}`, { avatar }))
    await admin.must(admin.delete(`users/${deleted.id}`))
    await admin.must(admin.delete(`users/${erased.id}/personal-data`))
    for (const address of addresses) assert.equal(await statusOf(address), 404)
    assert.isEmpty(await filesOf(erased))

    const kept = await chosen(client, await makeOperator())
    clock.travel(1_000)
    await (await app.container.make(SweepFiles)).handle(0)
    for (const one of [linked, deleted]) assert.isEmpty(await filesOf(one))
    assert.equal(await statusOf(kept), 200)
    assert.equal(await ownAvatar(client, linked), avatar)
  })
})
