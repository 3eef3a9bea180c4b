import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { PurgeDocuments } from '../../../app/plugins/documents/actions/purge_documents.js'
import Document from '../../../app/plugins/documents/models/document.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  layInTrash,
  ownerOfRows,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { forgetKept, sweep } from '../../helpers/lost_saves.js'

const DAY_MS = 86_400_000

const OFF = [
  { title: 'switched off', changes: { enabled: false } },
  { title: 'without an address', changes: { documentServerUrl: undefined } },
  { title: 'with an address that is none', changes: { documentServerUrl: 'documents.example' } },
  { title: 'without a secret', changes: { secret: undefined } },
  { title: 'with a server that is away', changes: { documentServerUrl: 'http://127.0.0.1:9' } },
]

test.group('Documents | removal for good while the editor cannot be asked', (group) => {
  let stage: EditorStage
  let user: User
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    return () => stage.close()
  })
  group.each.setup(async () => {
    user = await ownerOfRows(stage)
    return () => {
      clock.restore()
      stage.configure()
      forgetKept(stage)
    }
  })

  const remove = (client: ApiClient, id: number, drop = 'false') =>
    client.delete(`/app/document/trash/${id}`).loginAs(user).qs({ drop })
  const empty = async (client: ApiClient) =>
    (await client.delete('/app/document/trash').loginAs(user)).body().data
  const purge = async () => (await app.container.make(PurgeDocuments)).handle(1)
  const isThere = async (id: number) =>
    (await actAsSystem('test', () => Document.find(id))) !== null

  async function opened(client: ApiClient) {
    const made = await staged(client, user)
    const editor = await stage.server.open(made.config)
    editor.edit('Not saved yet.')
    await layInTrash(made.id)
    return { ...made, editor }
  }

  test('keeps a document with an open session: {title}')
    .with(OFF)
    .run(async ({ client, assert }, { changes }) => {
      const { id, editor } = await opened(client)
      stage.configure(changes)
      for (const drop of ['false', 'true']) {
        const refused = await remove(client, id, drop)
        refused.assertStatus(503)
        assert.match(refused.body().message, /EDITOR_|document server/)
      }
      assert.containsSubset(await empty(client), { removed: 0, kept: [{ id }] })
      await purge()
      assert.isTrue(await isThere(id))

      stage.configure()
      assert.containsSubset(await editor.close(), { saved: true })
      assert.lengthOf(await versionsOf(id), 2)
      ;(await remove(client, id)).assertStatus(200)
    })

  test('keeps one that somebody was let into, and may be entering', async ({ client, assert }) => {
    const { id } = await staged(client, user)
    await layInTrash(id)
    stage.configure({ enabled: false })
    const refused = await remove(client, id)
    refused.assertStatus(503)
    assert.include(refused.body().message, 'EDITOR_ENABLED')
    clock.travel(31 * DAY_MS)
    ;(await remove(client, id)).assertStatus(200)
  })

  test('keeps one with work that is known to be unsaved', async ({ client, assert }) => {
    const { id } = await opened(client)
    stage.server.crash()
    stage.configure({ sessionEndSeconds: 0.1 })
    ;(await remove(client, id)).assertStatus(409)
    stage.configure({ enabled: false })
    ;(await remove(client, id)).assertStatus(503)
    await purge()
    assert.isTrue(await isThere(id))
  })

  test('keeps one of which work is known to lie over there', async ({ client, assert }) => {
    const { id, config } = await staged(client, user)
    await (await stage.server.open(config)).close()
    stage.server.store.forget(config.document.key, 'docx', Buffer.from('no package at all'))
    await sweep()
    await layInTrash(id)
    stage.configure({ enabled: false })
    ;(await remove(client, id)).assertStatus(503)
    await purge()
    assert.isTrue(await isThere(id))
  })

  test('removes what nobody was ever let into: {title}')
    .with(OFF)
    .run(async ({ client }, { changes }) => {
      stage.configure(changes)
      const body = { fileType: 'docx', title: 'Minutes' }
      const { id } = (await client.post('/app/document').loginAs(user).json(body)).body().data
      ;(await client.delete(`/app/document/${id}`).loginAs(user)).assertStatus(200)
      ;(await remove(client, id)).assertStatus(200)
    })

  test('removes what is closed: {title}')
    .with([
      { title: 'saved', text: 'Saved.' },
      { title: 'unchanged', text: null },
    ])
    .run(async ({ client, assert }, { text }) => {
      const { id, config } = await staged(client, user)
      const other = await makeOperator()
      const editors = [
        await stage.server.open(config),
        await stage.server.open(await configOf(client, id, other)),
      ]
      if (text) editors[0]!.edit(text)
      for (const editor of editors) await editor.close()
      await layInTrash(id)
      stage.configure({ enabled: false })
      assert.containsSubset(await empty(client), { removed: 1, kept: [] })
      assert.isFalse(await isThere(id))
    })

  test('removes by the purge what is closed, and leaves the rest for later', async ({
    client,
    assert,
  }) => {
    const open = await opened(client)
    const { id, config } = await staged(client, user)
    await (await stage.server.open(config)).close()
    await layInTrash(id)
    stage.configure({ enabled: false })
    await purge()
    assert.isFalse(await isThere(id))
    assert.isTrue(await isThere(open.id))
    stage.configure()
    await open.editor.close()
  })
})
