import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { administrator } from '../access/support/caller.js'

test.group('Documents | leavings that are told late', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => stage.configure())

  const review = async () => (await app.container.make(ReviewOpenings)).handle()
  const leaving = (user: User) => [{ type: 0, userid: String(user.id) }]
  const openingOf = (documentId: number, { id: userId }: User) =>
    DocumentOpening.query().where({ documentId, userId }).firstOrFail()

  async function disable(client: ApiClient, { id }: User) {
    const admin = await administrator(client)
    await admin.must(admin.put(`users/${id}/status`, { status: 'disabled' }))
  }

  /** Somebody who has come back. */
  async function returned(client: ApiClient) {
    const { id } = await staged(client)
    const user = await makeOperator()
    const config = await configOf(client, id, user)
    const before = await stage.server.open(config)
    await before.close()
    const editor = await stage.server.open(await configOf(client, id, user))
    await stage.server.settled()
    const tell = (status: number, users?: string[], actions?: ReturnType<typeof leaving>) =>
      stage.server.sendCallback({
        callbackUrl: config.editorConfig.callbackUrl!,
        payload: { key: config.document.key, status, users, actions },
      })
    return { id, user, editor, tell }
  }

  test('do not keep somebody inside who is disabled, after status {status}')
    .with([{ status: 4 }, { status: 1 }])
    .run(async ({ client, assert }, { status }) => {
      const { id, user, editor, tell } = await returned(client)
      await tell(status, status === 1 ? [] : undefined, leaving(user))
      assert.isNotNull((await openingOf(id, user)).endedAt)
      assert.isTrue(editor.canEdit)
      await disable(client, user)
      await review()
      assert.isFalse(editor.canEdit)
    })

  test('are forgotten once status {status} names somebody as inside')
    .with([{ status: 1 }, { status: 6 }])
    .run(async ({ client, assert }, { status }) => {
      const { id, user, editor, tell } = await returned(client)
      await tell(4, undefined, leaving(user))
      if (status === 1) await tell(1, [String(user.id)])
      else {
        editor.edit('Still here.')
        await editor.forceSave()
      }
      assert.isNull((await openingOf(id, user)).endedAt)
      await editor.close()
    })

  test('are believed once the document server has nobody inside', async ({ client, assert }) => {
    const { id, user, editor } = await returned(client)
    await editor.close()
    await stage.server.settled()
    const { endedAt } = await openingOf(id, user)
    await disable(client, user)
    await review()
    assert.deepEqual((await openingOf(id, user)).endedAt, endedAt)
  })
})
