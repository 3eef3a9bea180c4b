import { test } from '@japa/runner'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { ApiClient } from '@japa/api-client'
import { everything, actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { StoredFile } from '#plugins/files/main'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { fetched } from '../../helpers/download.js'
import { loggedIn, logIn, makeOperator } from '../../helpers/accounts.js'
import { configOf, documentOf, staged } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { blankBytes } from '../../helpers/packages.js'
import { administrator } from '../access/support/caller.js'

test.group('Documents | editor configuration and content', (group) => {
  const there = lookedAfter(group)

  test('answer what DocEditor takes, signed for the server', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const { token, scriptUrl, ...signed } = config
    const { iat, exp, ...claims } = decodeJwt(token)
    assert.deepEqual(claims, signed as never)
    assert.isAbove(exp!, iat!)
    assert.deepEqual(decodeProtectedHeader(token), { alg: 'HS256', typ: 'JWT' })
    assert.equal(scriptUrl, `${there.stage.server.url}/web-apps/apps/api/documents/api.js`)
    assert.containsSubset(config, {
      type: 'desktop',
      documentType: 'word',
      document: {
        fileType: 'docx',
        title: 'Minutes.docx',
        permissions: { edit: true, download: true, protect: false },
        info: { owner: owner.nickname },
      },
      editorConfig: { mode: 'edit', user: { id: `${owner.id}.`, name: owner.nickname } },
    })
    assert.match(config.document.key, /^[0-9A-Za-z._=-]{1,128}$/)
    assert.include(config.document.url, `/app/document/content/${id}?token=`)
    assert.include(config.editorConfig.callbackUrl!, `/app/document/callback/${id}?token=`)
  })

  test('cut a long title and keep its type', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const body = { title: '題'.repeat(200) }
    await client.put(`/app/document/${id}`).loginAs(owner).json(body)
    const { title } = (await configOf(client, id, owner)).document
    assert.isAtMost(title!.length, 128)
    assert.match(title!, /題\.docx$/)
  })

  test('refuse wishes that no editor knows', async ({ client }) => {
    const { id, owner } = await staged(client)
    for (const qs of [{ type: 'toaster' }, { lang: '<script>' }, { mode: 'admin' }])
      (await client.get(`/app/document/${id}/editor-config`).loginAs(owner).qs(qs)).assertStatus(
        422
      )
  })

  test('serve the content to whoever has its token, for an hour', async ({ client, assert }) => {
    const { config } = await staged(client)
    const content = await fetched(config.document.url)
    assert.deepEqual(content.bytes, blankBytes('word'))
    clock.travel(61 * 60_000)
    const expired = await fetched(config.document.url)
    assert.containsSubset(JSON.parse(expired.bytes.toString()), {
      code: 403,
      data: { reason: 'E_EDITOR_TOKEN' },
    })
  })

  test('refuse a content token of another document or purpose', async ({ client, assert }) => {
    const [one, two] = [await staged(client), await staged(client)]
    const tokenOf = (url: string) => new URL(url).searchParams.get('token')!
    const statusWith = async (token: string) =>
      (await fetched(`/app/document/content/${one.id}?token=${encodeURIComponent(token)}`)).status
    assert.equal(await statusWith(tokenOf(two.config.document.url)), 403)
    assert.equal(await statusWith(tokenOf(one.config.editorConfig.callbackUrl!)), 403)
    assert.equal(await statusWith(''), 403)
    assert.equal((await fetched(`/app/document/content/${one.id}`)).status, 403)
  })

  test('say clearly that the file is missing', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const { latestFileId } = await documentOf(id)
    const file = await actAsSystem('test', () => StoredFile.findOrFail(latestFileId))
    const blob = await StoredBlob.findOrFail(file.blobId)
    const { storageKey } = blob
    await blob.merge({ storageKey: `${storageKey}-gone` }).save()
    const missing = await fetched(config.document.url)
    await blob.merge({ storageKey }).save()
    assert.containsSubset(JSON.parse(missing.bytes.toString()), {
      code: 404,
      data: { reason: 'E_CONTENT_MISSING' },
    })
  })
})

test.group('Documents | addresses of a login that is over', (group) => {
  const there = lookedAfter(group)

  /** One of every kind that somebody gets. */
  async function addressesOf(client: ApiClient, id: number, token: string): Promise<string[]> {
    const get = async (path: string, query = {}) => {
      const answer = await client.get(`/app/document/${id}/${path}`).bearerToken(token).qs(query)
      answer.assertStatus(200)
      return answer.body().data
    }
    const options = { filename: 'a.docx' }
    const upload = client.post('/app/files').bearerToken(token).file('file', blankBytes(), options)
    const { id: fileId } = (await upload).body().data
    const source = await client
      .post(`/app/document/${id}/sources`)
      .bearerToken(token)
      .json({ purpose: 'compare', fileId })
    source.assertStatus(200)
    return [
      (await get('editor-config', { mode: 'view' })).document.url,
      (await get('editor-config')).document.url,
      (await get('history/1')).url,
      source.body().data.url,
    ]
  }

  const statusesOf = (addresses: readonly string[]) =>
    Promise.all(addresses.map(async (address) => (await fetched(address)).status))

  test('are served on after their own logout', async ({ client, assert }) => {
    const { user, accessToken } = await loggedIn(client)
    there.stage.gate.tell(user.id, everything)
    const { id } = await staged(client, user)
    const addresses = await addressesOf(client, id, accessToken)
    ;(await client.post('/app/auth/logout').bearerToken(accessToken)).assertStatus(200)
    assert.deepEqual(await statusesOf(addresses), Array(4).fill(200))
  })

  test('are refused after a new password, but no others are', async ({ client, assert }) => {
    const { user, accessToken } = await loggedIn(client)
    there.stage.gate.tell(user.id, everything)
    const other = await makeOperator()
    there.stage.gate.tell(other.id, everything)
    const { id } = await staged(client, user)
    const before = await addressesOf(client, id, accessToken)
    const theirs = (await configOf(client, id, other)).document.url
    const admin = await administrator(client)
    const password = 'a wholly other password'
    await admin.must(admin.put(`users/${user.id}/password`, { password }))
    const again = await logIn(client, user.username, password)
    const after = await addressesOf(client, id, again.accessToken)
    assert.deepEqual(await statusesOf(before), Array(4).fill(403))
    assert.deepEqual(await statusesOf([theirs, ...after]), Array(5).fill(200))
  })
})
