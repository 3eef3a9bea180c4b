import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import Document from '../../../app/plugins/documents/models/document.js'
import { LostWork } from '../../../app/plugins/documents/recovery/lost_work.js'
import { SilentSessions } from '../../../app/plugins/documents/recovery/silent_sessions.js'
import { forgetKept } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'
import {
  editorStage,
  layInTrash,
  ownerOfRows,
  staged,
  versionsOf,
  type EditorStage,
  type StagedConfig,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'

const HOUR_MS = 3_600_000

test.group('Documents | removal for good and sessions that are gone', (group) => {
  const notices = noticesOf(group)
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
      forgetKept(stage)
    }
  })

  const remove = (client: ApiClient, id: number) =>
    client.delete(`/app/document/trash/${id}`).loginAs(user)
  const sweep = async () => (await app.container.make(SilentSessions)).handle()
  const isThere = async (id: number) =>
    (await actAsSystem('test', () => Document.find(id))) !== null

  /** Somebody was inside when the document server forgot all that it knew. */
  async function forgotten(client: ApiClient) {
    const made = await staged(client, user)
    const editor = await stage.server.open(made.config)
    editor.edit('Gone.')
    await layInTrash(made.id)
    stage.server.reset()
    return made
  }

  test('wait for what may still come back, and keep it when it does', async ({
    client,
    assert,
  }) => {
    const { id, config } = await forgotten(client)
    for (const told of [0, 1]) {
      const refused = await remove(client, id)
      refused.assertBodyContains({ code: 409, data: { reason: 'E_UNSAVED_WORK' } })
      assert.include(refused.body().message, 'a day')
      assert.lengthOf(notices.toldTo(user.id), told)
      await sweep()
    }
    stage.server.store.forget(config.document.key, 'docx', wordBytes('Gone, and back.'))
    const back = await remove(client, id)
    back.assertBodyContains({ code: 409, data: { reason: 'E_CONFLICT' } })
    assert.equal((await versionsOf(id)).at(-1)!.kind, 'recovered')
    ;(await remove(client, id)).assertStatus(200)
  })

  test('wait no longer than a day from when people are told', async ({ client, assert }) => {
    const { id } = await forgotten(client)
    ;(await remove(client, id)).assertStatus(409)
    await sweep()
    clock.travel(23 * HOUR_MS)
    ;(await remove(client, id)).assertStatus(409)
    clock.travel(2 * HOUR_MS)
    ;(await remove(client, id)).assertStatus(200)
    assert.isFalse(await isThere(id))
  })

  test('go on where it is given up, which its people are told', async ({ client, assert }) => {
    const { id } = await forgotten(client)
    ;(await remove(client, id)).assertStatus(409)
    const given = client.delete(`/app/document/${id}/unsaved-work`).loginAs(user)
    ;(await given).assertStatus(200)
    assert.include(notices.toldTo(user.id).at(-1)!.body, 'Minutes')
    ;(await remove(client, id)).assertStatus(200)
  })

  /** Between what the document server answers last and the lock. */
  async function entersAtLast(config: StagedConfig) {
    const lost = await app.container.make(LostWork)
    const ofAll = lost.ofAll.bind(lost)
    const { promise, resolve } =
      Promise.withResolvers<Awaited<ReturnType<typeof stage.server.open>>>()
    lost.ofAll = async (...asked) => {
      lost.ofAll = ofAll
      const isBack = await ofAll(...asked)
      resolve(await stage.server.open(config))
      return isBack
    }
    app.container.swap(LostWork, () => lost)
    return { entered: promise, leave: () => app.container.restore(LostWork) }
  }

  test('see who enters an earlier session at the last moment', async ({ client, assert }) => {
    stage.configure({ sessionEndSeconds: 0.1 })
    const { id, config } = await staged(client, user)
    const before = await stage.server.open(config)
    before.edit('Before the crash.')
    stage.server.crash()
    const given = client.delete(`/app/document/${id}/unsaved-work`).loginAs(user)
    ;(await given).assertStatus(200)
    await layInTrash(id)
    const { entered, leave } = await entersAtLast(config)
    const refused = await remove(client, id)
    leave()
    refused.assertBodyContains({ code: 409, data: { reason: 'E_BEING_EDITED' } })
    const editor = await entered
    editor.edit('At the last moment.')
    assert.deepInclude(await editor.close(), { saved: true })
    assert.lengthOf(await versionsOf(id), 2)
    ;(await remove(client, id)).assertStatus(200)
  })
})
