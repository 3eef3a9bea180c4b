import { createHash } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import type { ApiClient } from '@japa/api-client'
import { ownRowsOf, actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { StoredFile } from '#plugins/files/main'
import type { User } from '#plugins/identity/main'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { PurgeDocuments } from '../../../app/plugins/documents/actions/purge_documents.js'
import Document from '../../../app/plugins/documents/models/document.js'
import { SweepFiles } from '../../../app/plugins/files/actions/sweep_files.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import { blank } from '../../helpers/editor_stage.js'
import { openGateOf } from '../../helpers/open_gate.js'
import { blankBytes, wordBytes } from '../../helpers/packages.js'

const HOUR = 3_600_000
const path = (id: number, rest = '') => `/app/document/${id}${rest}`
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test.group('Documents | create, read, change, delete', (group) => {
  onEveryDatabase(group)
  const gate = openGateOf(group)
  let user: User
  group.each.setup(async () => {
    user = await makeOperator()
    return () => clock.restore()
  })

  async function uploaded(client: ApiClient, bytes = wordBytes('one'), title = 'Contract') {
    const response = await client
      .post('/app/document')
      .loginAs(user)
      .file('file', bytes, { filename: 'contract.docx' })
      .field('title', title)
    response.assertStatus(200)
    return response.body().data as { id: number; latestFileId: number }
  }

  test('create by upload and answer the row as agreed', async ({ client, assert }) => {
    const document = await uploaded(client)
    assert.containsSubset(document, {
      title: 'Contract',
      fileType: 'docx',
      status: 'draft',
      versionNo: 1,
      ownerId: user.id,
      departmentId: null,
      editing: [],
    })
    const shown = await client.get(path(document.id)).loginAs(user)
    shown.assertBodyContains({ code: 200, data: document })
  })

  test('create a blank {fileType} that is a real one')
    .with([
      { fileType: 'docx', kind: 'word' as const },
      { fileType: 'xlsx', kind: 'cell' as const },
      { fileType: 'pptx', kind: 'slide' as const },
    ])
    .run(async ({ client, assert }, { fileType, kind }) => {
      const id = await blank(client, user, { fileType, title: 'Blank' })
      const content = await download(client, path(id, '/versions/1/content'))
      assert.equal(content.status, 200)
      assert.deepEqual(content.bytes, blankBytes(kind))
      assert.include(content.headers.get('content-disposition'), `filename="Blank.${fileType}"`)
    })

  test('refuse to create from {title}')
    .with([
      { title: 'nothing', body: { title: 'x' } },
      { title: 'both ways at once', body: { title: 'x', templateId: 1, fileType: 'docx' } },
      { title: 'an unknown type', body: { title: 'x', fileType: 'exe' } },
      { title: 'text for an id', body: { title: 'x', templateId: '1' } },
      { title: 'no title', body: { fileType: 'docx' } },
      { title: 'a long title', body: { title: 'x'.repeat(201), fileType: 'docx' } },
      { title: 'a title of control characters', body: { title: 'a\u0007b', fileType: 'docx' } },
    ])
    .run(async ({ client }, { body }) => {
      const refused = await client.post('/app/document').loginAs(user).json(body)
      refused.assertStatus(422)
      refused.assertBodyContains({ data: { reason: 'E_VALIDATION' } })
    })

  test('stamp owner and department from the operator, whatever is sent', async ({ client }) => {
    const response = await client
      .post('/app/document')
      .loginAs(user)
      .json({ fileType: 'docx', title: 'x', ownerId: 1, departmentId: 1, status: 'approved' })
    response.assertBodyContains({ data: { ownerId: user.id, departmentId: null, status: 'draft' } })
  })

  test('rename', async ({ client, assert }) => {
    const id = await blank(client, user)
    const renamed = await client.put(path(id)).loginAs(user).json({ title: ' Annual report ' })
    renamed.assertBodyContains({ data: { id, title: 'Annual report' } })
    ;(await client.put(path(id)).loginAs(user).json({ title: '' })).assertStatus(422)
    const logs = (await client.get(path(id, '/logs')).loginAs(user)).body().data.items
    assert.deepEqual(logs[0].detail, { from: 'Minutes', to: 'Annual report' })
  })

  test('list, search, filter and sort within reach', async ({ client, assert }) => {
    gate.tell(user.id, ownRowsOf(user.id))
    const { id: a } = await uploaded(client, wordBytes('a'), 'Alpha')
    const b = await blank(client, user, { fileType: 'xlsx' })
    const ids = async (qs: Record<string, string>) => {
      const response = await client.get('/app/document').loginAs(user).qs(qs)
      response.assertStatus(200)
      return response.body().data.items.map(({ id }: { id: number }) => id)
    }
    assert.deepEqual(await ids({ sort: 'id' }), [a, b])
    assert.deepEqual(await ids({ keyword: 'alph' }), [a])
    assert.deepEqual(await ids({ fileType: 'xlsx' }), [b])
    assert.deepEqual(await ids({ status: 'approved' }), [])
    assert.deepEqual(await ids({ editing: 'true' }), [])
    assert.deepEqual(await ids({ sort: '-title', pageSize: '1' }), [b])
    const sorted = client.get('/app/document').loginAs(user).qs({ sort: 'latestFileId;drop' })
    ;(await sorted).assertStatus(422)
  })

  test('answer what cannot be an id with 404', async ({ client }) => {
    for (const id of ['0', '-1', 'abc', '1.5', '99999999999999999999', '2147483648'])
      (await client.get(`/app/document/${id}`).loginAs(user)).assertStatus(404)
  })

  test('restore a version as a new one under a new key', async ({ client, assert }) => {
    const { id, latestFileId } = await uploaded(client)
    const before = await actAsSystem('test', () => Document.findOrFail(id))
    const restored = await client.post(path(id, '/versions/1/restore')).loginAs(user)
    restored.assertBodyContains({
      data: { no: 2, kind: 'restored', restoredFrom: 1, current: true },
    })
    const row = (await client.get(path(id)).loginAs(user)).body().data
    assert.containsSubset(row, { versionNo: 2, latestFileId })
    const after = await actAsSystem('test', () => Document.findOrFail(id))
    assert.notEqual(after.sessionKey, before.sessionKey)

    const versions = (await client.get(path(id, '/versions')).loginAs(user)).body().data
    assert.lengthOf(versions, 2)
    assert.containsSubset(versions[0], { no: 2, current: true, authorId: user.id })
    assert.containsSubset(versions[1], { no: 1, current: false, authorId: user.id })
    ;(await client.post(path(id, '/versions/9/restore')).loginAs(user)).assertStatus(404)
    ;(await client.get(path(id, '/versions/9/content')).loginAs(user)).assertStatus(404)
  })

  test('delete, keep for a while, then remove with its files', async ({ client, assert }) => {
    const bytes = wordBytes(`only here ${user.id}`)
    const { id, latestFileId } = await uploaded(client, bytes)
    ;(await client.delete(path(id)).loginAs(user)).assertStatus(200)
    ;(await client.get(path(id)).loginAs(user)).assertStatus(404)
    ;(await client.delete(path(id)).loginAs(user)).assertStatus(404)

    const purge = await app.container.make(PurgeDocuments)
    clock.travel(29 * 24 * HOUR)
    await purge.handle(30)
    assert.isNotNull(await actAsSystem('test', () => Document.find(id)))
    clock.travel(2 * 24 * HOUR)
    assert.isAtLeast(await purge.handle(30), 1)
    const sweep = await app.container.make(SweepFiles)
    await sweep.handle(24 * HOUR)
    assert.isNull(await actAsSystem('test', () => Document.find(id)))
    assert.isNull(await actAsSystem('test', () => StoredFile.find(latestFileId)))
    assert.isNull(await StoredBlob.findBy('sha256', sha256(bytes)))
  })
})
