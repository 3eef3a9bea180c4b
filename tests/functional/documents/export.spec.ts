import { createHash } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { unzipSync } from 'fflate'
import { actAsSystem } from '#kernel/acting/main'
import { StoredFile } from '#plugins/files/main'
import type { User } from '#plugins/identity/main'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { logIn, makeOperator } from '../../helpers/accounts.js'
import { fetched } from '../../helpers/download.js'
import { actionsOf, ownerOfRows, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test.group('Documents | export', (group) => {
  const there = lookedAfter(group)
  let user: User
  group.each.setup(async () => {
    user = await ownerOfRows(there.stage, { nickname: 'Ann' })
  })

  async function bearer(client: ApiClient, one = user) {
    const { accessToken } = await logIn(client, one.username)
    return { authorization: `Bearer ${accessToken}` }
  }

  test('hold every file, and a manifest of who did what when', async ({ client, assert }) => {
    const { id } = await staged(client, user)
    for (const text of ['First.', 'Second.']) await there.write(client, id, user, text)
    ;(await client.post(`/app/document/${id}/versions/2/restore`).loginAs(user)).assertStatus(200)
    const handler = await makeOperator()
    const review = { decision: 'return', comment: 'A title, please' }
    const submitting = client.post(`/app/document/${id}/submit`).loginAs(user)
    ;(await submitting.json({ handlerIds: [handler.id] })).assertStatus(200)
    await client.post(`/app/document/${id}/review`).loginAs(handler).json(review)

    const answer = await fetched(`/app/document/${id}/export`, await bearer(client))
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/zip')
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="Minutes.zip"')
    const files = unzipSync(answer.bytes)
    const manifest = JSON.parse(Buffer.from(files['manifest.json']!).toString())
    const versions = await versionsOf(id)

    assert.lengthOf(versions, 4)
    assert.deepEqual(Object.keys(files).sort(), [
      'manifest.json',
      ...versions.map(({ no }) => `versions/000${no}.docx`),
    ])
    assert.deepEqual(
      manifest.versions.map(({ file }: { file: string }) => sha256(files[file]!)),
      versions.map((version) => version.sha256)
    )
    assert.containsSubset(manifest, {
      document: { id, title: 'Minutes', status: 'returned', versionNo: 4 },
      exportedBy: { id: user.id, name: 'Ann' },
    })
    const by = { authorId: user.id, authorName: 'Ann' }
    const createdAt = versions[1]!.createdAt.toISO()
    assert.containsSubset(manifest.versions[1], { no: 2, kind: 'save', ...by, createdAt })
    assert.containsSubset(manifest.versions[3], { restoredFrom: 2, current: true })
    assert.containsSubset(manifest.reviews, [{ handlerId: handler.id, ...review, versionNo: 4 }])
    const happened = manifest.log.map(({ action }: { action: string }) => action)
    assert.deepEqual(happened, ['created', ...(await actionsOf(id))])
    assert.equal(happened.at(-1), 'exported')
  })

  test('answer 404 to a document in the trash', async ({ client }) => {
    const { id } = await staged(client, user)
    ;(await client.delete(`/app/document/${id}`).loginAs(user)).assertStatus(200)
    ;(await client.get(`/app/document/${id}/export`).loginAs(user)).assertStatus(404)
  })

  test('say which contents are missing before anything is sent', async ({ client, assert }) => {
    const { id } = await staged(client, user)
    await there.write(client, id, user, 'Soon gone.')
    const [, second] = await versionsOf(id)
    const blob = await actAsSystem('test', async () => {
      const { blobId } = await StoredFile.findOrFail(second!.fileId)
      return StoredBlob.findOrFail(blobId)
    })
    await (await app.container.make(Storage)).delete(blob.storageKey)

    const refused = await client.get(`/app/document/${id}/export`).loginAs(user)
    refused.assertStatus(404)
    refused.assertBodyContains({ data: { reason: 'E_CONTENT_MISSING' } })
    assert.include(refused.body().message, 'version 2')
    assert.notInclude(await actionsOf(id), 'exported')
  })
})
