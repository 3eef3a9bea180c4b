import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'

interface Verb {
  title: string
  send: (client: ApiClient, id: number, user: User) => ReturnType<ApiClient['post']>
}

const VERBS: Verb[] = [
  {
    title: 'deleting',
    send: (client, id, user) => client.delete(`/app/document/${id}?drop=true`).loginAs(user),
  },
  {
    title: 'deleting several',
    send: (client, id, user) => client.delete(`/app/document?ids=${id}&drop=true`).loginAs(user),
  },
  {
    title: 'restoring a version',
    send: (client, id, user) =>
      client.post(`/app/document/${id}/versions/1/restore?drop=true`).loginAs(user),
  },
  {
    title: 'submitting',
    send: (client, id, user) =>
      client
        .post(`/app/document/${id}/submit?drop=true`)
        .loginAs(user)
        .json({ handlerIds: [user.id] }),
  },
]

test.group('Documents | whoever stays although told to leave', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    stage.configure({ sessionEndSeconds: 0.1 })
    return () => {
      stage.configure()
      delete stage.server.faults.saving
    }
  })

  async function stubborn(client: ApiClient) {
    const made = await staged(client)
    const editor = await stage.server.open(made.config)
    editor.obeys = false
    editor.edit('Before they were told.')
    return { ...made, editor, user: await makeOperator() }
  }

  test('keeps nobody from {title}, and loses nothing')
    .with(VERBS)
    .run(async ({ client, assert }, { send }) => {
      const { id, owner, editor, user, config } = await stubborn(client)
      ;(await send(client, id, user)).assertStatus(200)
      const [, saved] = await versionsOf(id)
      assert.containsSubset(saved!.$attributes, { kind: 'forced_save', beside: false })
      const before = await documentOf(id)
      assert.notEqual(before.sessionKey, config.document.key)

      editor.edit('Long after.')
      assert.deepInclude(await editor.close(), { saved: true })
      const late = (await versionsOf(id)).at(-1)!
      assert.containsSubset(late.$attributes, { kind: 'late', beside: true, authorId: owner.id })
      const after = await documentOf(id)
      assert.deepInclude(after.$attributes, {
        versionNo: before.versionNo,
        sessionKey: before.sessionKey,
      })
      assert.include(notices.toldTo(owner.id).at(-1)!.body, `version ${late.no}`)
      const drops = await DocumentLog.query()
        .where({ documentId: id, action: 'session_dropped' })
        .orderBy('id')
      assert.deepInclude(drops.at(-1)!.detail, { userIds: [owner.id] })
    })
})
