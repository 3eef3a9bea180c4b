import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { DateTime } from 'luxon'
import { ownRowsOf, actAsSystem } from '#kernel/acting/main'
import { toStored } from '#kernel/database/main'
import type { User } from '#plugins/identity/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { PurgeDocuments } from '../../../app/plugins/documents/actions/purge_documents.js'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentVersion from '../../../app/plugins/documents/models/document_version.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  blank,
  configOf,
  layInTrash,
  ownerOfRows,
  staged,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'

const DAY_MS = 86_400_000
const TRASH = '/app/document/trash'
const inTrash = (id: number, rest = '') => `${TRASH}/${id}${rest}`
const find = (id: number) => actAsSystem('test', () => Document.find(id))
const purge = async () => (await app.container.make(PurgeDocuments)).handle(30)

test.group('Documents | trash', (group) => {
  onEveryDatabase(group)
  const there = lookedAfter(group)
  let client: ApiClient
  let user: User
  group.each.setup(async (one) => {
    client = one.context.client
    user = await ownerOfRows(there.stage)
  })

  const get = (path: string, as = user) => client.get(path).loginAs(as)
  const post = (path: string, as = user) => client.post(path).loginAs(as)
  const remove = (path: string, as = user) => client.delete(path).loginAs(as)

  async function deleted(what: { title?: string; fileType?: string } = {}): Promise<number> {
    const id = await blank(client, user, what)
    ;(await remove(`/app/document/${id}`)).assertStatus(200)
    return id
  }

  const idsIn = async (qs: Record<string, unknown> = {}) => {
    const list = await get(TRASH).qs(qs)
    list.assertStatus(200)
    return list.body().data.items.map(({ id }: { id: number }) => id)
  }

  /** Somebody has not saved yet what they changed in a document that is in the trash. */
  async function editedInTrash() {
    const { id, config } = await staged(client, user)
    const editor = await there.stage.server.open(config)
    editor.edit('Not saved yet.')
    await layInTrash(id)
    return { id, editor, key: config.document.key }
  }

  test('tell who deleted a document, when, and until when it is kept', async ({ assert }) => {
    const id = await blank(client, user, { title: 'Budget' })
    const other = await makeOperator({ nickname: 'Olga' })
    ;(await remove(`/app/document/${id}`, other)).assertStatus(200)
    const { items, total } = (await get(TRASH)).body().data
    assert.equal(total, 1)
    assert.containsSubset(items[0], {
      ...{ id, title: 'Budget', fileType: 'docx', status: 'draft', versionNo: 1 },
      ...{ ownerId: user.id, deletedBy: other.id, deletedByName: 'Olga' },
    })
    const [at, until] = [items[0].deletedAt, items[0].keptUntil].map((text) => Date.parse(text))
    assert.closeTo(at!, Date.now(), 60_000)
    assert.equal(until! - at!, 30 * DAY_MS)
  })

  test('list, search and sort what is deleted, and nothing else', async ({ assert }) => {
    const [a, b] = [
      await deleted({ title: 'Alpha' }),
      await deleted({ title: 'Beta', fileType: 'xlsx' }),
    ]
    const present = await blank(client, user, { title: 'Alpha too' })
    assert.deepEqual(await idsIn({ sort: 'id' }), [a, b])
    assert.deepEqual(await idsIn({ keyword: 'alph' }), [a])
    assert.deepEqual(await idsIn({ fileType: 'xlsx' }), [b])
    assert.deepEqual(await idsIn({ deletedBy: user.id, sort: '-title' }), [b, a])
    assert.deepEqual(await idsIn({ deletedBy: 999_999 }), [])
    assert.deepEqual(await idsIn({ deletedAtFrom: DateTime.utc().plus({ days: 1 }).toISO() }), [])
    const usual = (await get('/app/document')).body().data.items
    assert.deepEqual(
      usual.map(({ id }: { id: number }) => id),
      [present]
    )
  })

  test('refuse to list by {$self}')
    .with(['sort=sessionKey', 'page=0', 'deletedAtFrom=yesterday', 'deletedBy=ann', 'status=lost'])
    .run(async (_context, query) => (await get(`${TRASH}?${query}`)).assertStatus(422))

  test('take a document out with all that belongs to it', async ({ assert }) => {
    const id = await blank(client, user)
    ;(await post(`/app/document/${id}/versions/1/restore`)).assertStatus(200)
    const {
      updatedAt: _then,
      allowed: _allowed,
      ownerName: _ownerName,
      ...same
    } = (await get(`/app/document/${id}`)).body().data
    ;(await remove(`/app/document/${id}`)).assertStatus(200)
    const taken = await post(inTrash(id, '/restore'))
    taken.assertStatus(200)
    assert.containsSubset(taken.body().data, same)
    assert.deepEqual(await idsIn(), [])
    assert.deepEqual(await actionsOf(id), ['restored', 'deleted', 'undeleted'])
    assert.lengthOf((await get(`/app/document/${id}/versions`)).body().data, 2)
    assert.isNull((await find(id))!.deletedBy)
  })

  test('remove for good what is in the trash, and nothing that is not', async ({ assert }) => {
    const [id, present] = [await deleted(), await blank(client, user)]
    ;(await remove(inTrash(present))).assertStatus(404)
    ;(await post(inTrash(present, '/restore'))).assertStatus(404)
    ;(await remove(inTrash(id))).assertStatus(200)
    ;(await remove(inTrash(id))).assertStatus(404)
    ;(await post(inTrash(id, '/restore'))).assertStatus(404)
    assert.isNull(await find(id))
    for (const part of [DocumentVersion, DocumentLog])
      assert.isEmpty(await part.query().where('documentId', id))
    assert.isNotNull(await find(present))
  })

  test('empty the trash within reach', async ({ assert }) => {
    const mine = [await deleted(), await deleted()]
    const stranger = await makeOperator()
    there.stage.gate.tell(stranger.id, ownRowsOf(stranger.id))
    const none = await remove(TRASH, stranger)
    none.assertBodyContains({ data: { removed: 0, kept: [], more: false } })
    const emptied = await remove(TRASH)
    emptied.assertBodyContains({ data: { removed: 2, kept: [], more: false } })
    assert.deepEqual(await Promise.all(mine.map(find)), [null, null])
  })

  test('keep what somebody edits from emptying and the purge', async ({ assert }) => {
    const { id } = await editedInTrash()
    const refused = await remove(inTrash(id))
    refused.assertBodyContains({ code: 409, data: { reason: 'E_BEING_EDITED' } })
    const emptied = (await remove(TRASH)).body().data
    assert.containsSubset(emptied, { removed: 0, kept: [{ id, title: 'Minutes' }] })
    assert.include(emptied.kept[0].reason, user.nickname)
    await purge()
    assert.isNotNull(await find(id))
  })

  test('purge nothing that got a version since, for as long as it is kept', async ({ assert }) => {
    const { id, editor } = await editedInTrash()
    await editor.close()
    assert.lengthOf(await versionsOf(id), 2)
    await purge()
    assert.isNotNull(await find(id))
    const createdAt = toStored(Date.now() - 31 * DAY_MS)
    await DocumentVersion.query().where({ documentId: id }).update({ createdAt })
    await purge()
    assert.isNull(await find(id))
  })

  test('with drop=true, force a save of what is removed first', async ({ assert }) => {
    const { id, editor, key } = await editedInTrash()
    ;(await remove(inTrash(id)).qs({ drop: true })).assertStatus(200)
    assert.isNull(await find(id))
    assert.isFalse(editor.canEdit)
    const commands = there.stage.server.log.commandsOf(key).map(({ c }) => c)
    assert.deepEqual(commands.slice(0, 3), ['info', 'forcesave', 'drop'])
  })

  test('keep a later save beside, and give it back as well', async ({ assert }) => {
    const { id, editor } = await editedInTrash()
    assert.isTrue((await editor.close())!.saved)
    assert.containsSubset((await versionsOf(id))[1]!.$attributes, { placement: 'in_trash' })
    const [told, ...more] = there.notices.toldTo(user.id)
    assert.include(told!.body, 'was deleted meanwhile')
    assert.isEmpty(more)
    ;(await post(inTrash(id, '/restore'))).assertStatus(200)
    ;(await get(`/app/document/${id}`)).assertBodyContains({ data: { versionNo: 1 } })
    ;(await post(`/app/document/${id}/versions/2/restore`)).assertStatus(200)
    const again = await there.stage.server.open(await configOf(client, id, user))
    assert.deepEqual([again.canEdit, again.texts], [true, ['Not saved yet.']])
  })
})
