import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { RecoverLostSaves } from '../../../app/plugins/documents/recovery/recover_lost_saves.js'
import type { Editor } from '../../fakes/document_server/editor.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  lookingAt,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'

test.group('Documents | lost work that is older than a save of its session', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    return () => stage.close()
  })
  group.each.teardown(() => {
    clock.restore()
    stage.configure()
    const { store } = stage.server
    for (const key of store.forgottenKeys()) store.deleteForgotten(key)
  })

  const sweep = async () => (await app.container.make(RecoverLostSaves)).handle()
  async function lose(editor: Editor): Promise<void> {
    stage.configure({ enabled: false })
    await editor.close()
    stage.configure()
  }

  /**
   * Ann’s first save is sent again and again, while she comes back and is saved by a restoring; then it is kept over
   * there for good. Cyd has a configuration of that session.
   */
  async function lostBefore(client: ApiClient) {
    const { id, owner: ann, config } = await staged(client)
    const { store } = stage.server
    const { key } = config.document
    const editor = await stage.server.open(config)
    editor.edit('At first.')
    await lose(editor)
    const { bytes } = store.forgotten(key)!
    store.deleteForgotten(key)
    clock.travel(60_000)
    const again = await stage.server.open(config)
    again.edit('Later.')
    const cyd = await makeOperator()
    const old = await configOf(client, id, cyd)
    const viewing = await lookingAt(client, id)
    const restored = await client
      .post(`/app/document/${id}/versions/1/restore?drop=true`)
      .loginAs(ann)
    restored.assertStatus(200)
    stage.server.room(key)!.expire()
    store.forget(key, 'docx', bytes)
    notices.heard.length = 0
    return { id, ann, cyd, old, key, viewing }
  }

  const told = () => [...new Set(notices.heard.flatMap(({ userIds }) => [...userIds]))]

  test('is told to whose it is, not to whoever came back to it and looked', async ({
    client,
    assert,
  }) => {
    const { id, ann, old } = await lostBefore(client)
    const looking = await stage.server.open(old)
    assert.include(looking.texts, 'At first.')
    await looking.close()
    const beside = (await versionsOf(id)).at(-1)!
    assert.deepEqual([beside.kind, beside.beside, beside.authorId], ['late', true, ann.id])
    assert.deepEqual(told(), [ann.id])
  })

  test('is told to whose it is, and to whoever goes on with it', async ({ client, assert }) => {
    const { id, ann, cyd, old } = await lostBefore(client)
    const goingOn = await stage.server.open(old)
    goingOn.edit('By cyd.')
    await goingOn.close()
    const beside = (await versionsOf(id)).at(-1)!
    assert.deepEqual([beside.beside, beside.authorId], [true, cyd.id])
    assert.sameMembers(told(), [ann.id, cyd.id])
  })

  test('is told to both where it may be of either, and is nobody’s', async ({ client, assert }) => {
    const { id, ann, cyd, old } = await lostBefore(client)
    const looking = await stage.server.open(old)
    await lose(looking)
    await sweep()
    const beside = (await versionsOf(id)).at(-1)!
    assert.deepEqual([beside.kind, beside.authorId], ['recovered', null])
    assert.sameMembers(told(), [ann.id, cyd.id])
  })

  test('is not of whoever came after it was laid there', async ({ client, assert }) => {
    const { id, ann, old, key, viewing } = await lostBefore(client)
    const { store } = stage.server
    const { bytes } = store.forgotten(key)!
    store.deleteForgotten(key)
    const laidAt = new Date(clock.now())
    clock.travel(600_000)
    stage.server.room(key)!.remove()
    await stage.server.open(viewing)
    const looking = await stage.server.open(old)
    await looking.close()
    notices.heard.length = 0
    store.forget(key, 'docx', bytes, laidAt)
    assert.containsSubset(await sweep(), { recovered: 1 })
    const beside = (await versionsOf(id)).at(-1)!
    assert.equal(beside.authorId, ann.id)
    assert.deepEqual(told(), [ann.id])
  })
})
