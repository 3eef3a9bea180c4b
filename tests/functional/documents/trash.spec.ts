import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import type { ApiClient } from '@japa/api-client'
import { DateTime } from 'luxon'
import { nothing, ownRowsOf } from '#kernel/data_scope/reach'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { PurgeDocuments } from '../../../app/plugins/documents/actions/purge_documents.js'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentVersion from '../../../app/plugins/documents/models/document_version.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  configOf,
  editorStage,
  layInTrash,
  ownerOfRows,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'

const DAY_MS = 86_400_000
const inTrash = (id: number, rest = '') => `/app/document/trash/${id}${rest}`
const find = (id: number) => actAsSystem('test', () => Document.find(id))

test.group('Documents | trash', (group) => {
  onEveryDatabase(group)
  let stage: EditorStage
  let user: User
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async () => {
    user = await ownerOfRows(stage)
    return () => {
      clock.restore()
      stage.configure()
    }
  })

  async function blank(client: ApiClient, title = 'Minutes', fileType = 'docx'): Promise<number> {
    const made = await client.post('/app/document').loginAs(user).json({ fileType, title })
    made.assertStatus(200)
    return made.body().data.id
  }

  async function deleted(client: ApiClient, title?: string, fileType?: string): Promise<number> {
    const id = await blank(client, title, fileType)
    ;(await client.delete(`/app/document/${id}`).loginAs(user)).assertStatus(200)
    return id
  }

  const idsIn = async (client: ApiClient, qs: Record<string, string> = {}, as = user) => {
    const list = await client.get('/app/document/trash').loginAs(as).qs(qs)
    list.assertStatus(200)
    return list.body().data.items.map(({ id }: { id: number }) => id)
  }

  test('tell who deleted a document, when, and until when it is kept', async ({
    client,
    assert,
  }) => {
    const id = await blank(client, 'Budget')
    const other = await makeOperator({ nickname: 'Olga' })
    ;(await client.delete(`/app/document/${id}`).loginAs(other)).assertStatus(200)
    const list = await client.get('/app/document/trash').loginAs(user)
    const { items, total } = list.body().data
    assert.equal(total, 1)
    assert.containsSubset(items[0], {
      id,
      title: 'Budget',
      fileType: 'docx',
      status: 'draft',
      versionNo: 1,
      ownerId: user.id,
      deletedBy: other.id,
      deletedByName: 'Olga',
    })
    const [at, until] = [items[0].deletedAt, items[0].keptUntil].map((text) => Date.parse(text))
    assert.closeTo(at!, Date.now(), 60_000)
    assert.equal(until! - at!, 30 * DAY_MS)
  })

  test('list, search and sort what is deleted, and nothing else', async ({ client, assert }) => {
    const [a, b] = [await deleted(client, 'Alpha'), await deleted(client, 'Beta', 'xlsx')]
    const there = await blank(client, 'Alpha too')
    assert.deepEqual(await idsIn(client, { sort: 'id' }), [a, b])
    assert.deepEqual(await idsIn(client, { keyword: 'alph' }), [a])
    assert.deepEqual(await idsIn(client, { fileType: 'xlsx' }), [b])
    assert.deepEqual(await idsIn(client, { deletedBy: String(user.id), sort: '-title' }), [b, a])
    assert.deepEqual(await idsIn(client, { deletedBy: '999999' }), [])
    const tomorrow = DateTime.utc().plus({ days: 1 }).toISO()
    assert.deepEqual(await idsIn(client, { deletedAtFrom: tomorrow }), [])
    const usual = await client.get('/app/document').loginAs(user)
    assert.deepEqual(
      usual.body().data.items.map(({ id }: { id: number }) => id),
      [there]
    )
  })

  test('take a document out with all that belongs to it', async ({ client, assert }) => {
    const id = await blank(client)
    ;(await client.post(`/app/document/${id}/versions/1/restore`).loginAs(user)).assertStatus(200)
    const before = (await client.get(`/app/document/${id}`).loginAs(user)).body().data
    ;(await client.delete(`/app/document/${id}`).loginAs(user)).assertStatus(200)
    const taken = await client.post(inTrash(id, '/restore')).loginAs(user)
    taken.assertStatus(200)
    const { updatedAt: _then, ...same } = before
    assert.containsSubset(taken.body().data, same)
    assert.deepEqual(await idsIn(client), [])
    assert.deepEqual(await actionsOf(id), ['restored', 'deleted', 'undeleted'])
    const versions = await client.get(`/app/document/${id}/versions`).loginAs(user)
    assert.lengthOf(versions.body().data, 2)
    assert.isNull((await find(id))!.deletedBy)
  })

  test('remove for good what is in the trash, and nothing that is not', async ({
    client,
    assert,
  }) => {
    const [id, there] = [await deleted(client), await blank(client)]
    ;(await client.delete(inTrash(there)).loginAs(user)).assertStatus(404)
    ;(await client.post(inTrash(there, '/restore')).loginAs(user)).assertStatus(404)
    ;(await client.delete(inTrash(id)).loginAs(user)).assertStatus(200)
    ;(await client.delete(inTrash(id)).loginAs(user)).assertStatus(404)
    ;(await client.post(inTrash(id, '/restore')).loginAs(user)).assertStatus(404)
    assert.isNull(await find(id))
    assert.lengthOf(await DocumentVersion.query().where('documentId', id), 0)
    assert.lengthOf(await DocumentLog.query().where('documentId', id), 0)
    assert.isNotNull(await find(there))
  })

  test('empty the trash within reach', async ({ client, assert }) => {
    const mine = [await deleted(client), await deleted(client)]
    const stranger = await makeOperator()
    stage.gate.tell(stranger.id, ownRowsOf(stranger.id))
    const nothingThere = await client.delete('/app/document/trash').loginAs(stranger)
    nothingThere.assertBodyContains({ data: { removed: 0, kept: [], more: false } })
    const emptied = await client.delete('/app/document/trash').loginAs(user)
    emptied.assertBodyContains({ data: { removed: 2, kept: [], more: false } })
    assert.deepEqual(await Promise.all(mine.map(find)), [null, null])
  })

  test('keep what somebody is still at: from emptying, from removal, from the purge', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client, user)
    const editor = await stage.server.open(config)
    editor.edit('Not saved yet.')
    await layInTrash(id)

    const refused = await client.delete(inTrash(id)).loginAs(user)
    refused.assertStatus(409)
    refused.assertBodyContains({ data: { reason: 'E_BEING_EDITED' } })
    const emptied = (await client.delete('/app/document/trash').loginAs(user)).body().data
    assert.containsSubset(emptied, { removed: 0, kept: [{ id, title: 'Minutes' }] })
    assert.include(emptied.kept[0].reason, user.nickname)
    const purge = await app.container.make(PurgeDocuments)
    await purge.handle(30)
    assert.isNotNull(await find(id))

    await editor.close()
    assert.lengthOf(await versionsOf(id), 2)
    await purge.handle(30)
    assert.isNotNull(await find(id), 'whoever is told of their work has as long to see to it')
    const createdAt = toStored(Date.now() - 31 * DAY_MS)
    await DocumentVersion.query().where({ documentId: id }).update({ createdAt })
    await purge.handle(30)
    assert.isNull(await find(id))
  })

  test('remove under the hands of somebody only where it is asked for', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client, user)
    await stage.server.open(config)
    await layInTrash(id)
    ;(await client.delete(inTrash(id)).loginAs(user).qs({ drop: 'true' })).assertStatus(200)
    assert.isNull(await find(id))
    await stage.server.settled()
  })

  test('keep a save that comes for a document in the trash beside it, and give it back with it', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client, user)
    const editor = await stage.server.open(config)
    editor.edit('Saved in the trash.')
    await layInTrash(id)
    assert.containsSubset(await editor.close(), { status: 2, saved: true })
    assert.lengthOf(await versionsOf(id), 2)
    ;(await client.post(inTrash(id, '/restore')).loginAs(user)).assertStatus(200)
    const shown = await client.get(`/app/document/${id}`).loginAs(user)
    shown.assertBodyContains({ data: { versionNo: 1 } })
    const path = `/app/document/${id}/versions/2/restore`
    ;(await client.post(path).loginAs(user)).assertStatus(200)
    const again = await stage.server.open(await configOf(client, id, user))
    assert.isTrue(again.canEdit)
    await again.close()
  })

  test('know nothing of what is out of reach, and ask for the permissions', async ({ client }) => {
    const id = await deleted(client)
    const stranger = await makeOperator()
    stage.gate.tell(stranger.id, nothing)
    ;(await client.post(inTrash(id, '/restore')).loginAs(stranger)).assertStatus(404)
    ;(await client.delete(inTrash(id)).loginAs(stranger)).assertStatus(404)
    const list = await client.get('/app/document/trash').loginAs(stranger)
    list.assertBodyContains({ data: { items: [], total: 0 } })

    for (const verb of ['list', 'restore', 'delete'])
      stage.gate.tell(user.id, null, `document:trash:${verb}`)
    ;(await client.get('/app/document/trash').loginAs(user)).assertStatus(403)
    ;(await client.delete('/app/document/trash').loginAs(user)).assertStatus(403)
    ;(await client.post(inTrash(id, '/restore')).loginAs(user)).assertStatus(403)
    ;(await client.delete(inTrash(id)).loginAs(user)).assertStatus(403)
    ;(await client.get('/app/document/trash')).assertStatus(401)
    ;(await client.delete('/app/document/trash')).assertStatus(401)
    ;(await client.post(inTrash(id, '/restore'))).assertStatus(401)
    ;(await client.delete(inTrash(id))).assertStatus(401)
  })

  test('refuse {title}')
    .with([
      { title: 'another sort', query: 'sort=sessionKey' },
      { title: 'an impossible page', query: 'page=0' },
      { title: 'a time that is none', query: 'deletedAtFrom=yesterday' },
      { title: 'text for an id', query: 'deletedBy=olga' },
      { title: 'an unknown state', query: 'status=lost' },
    ])
    .run(async ({ client }, { query }) => {
      const refused = await client.get(`/app/document/trash?${query}`).loginAs(user)
      refused.assertStatus(422)
    })
})
