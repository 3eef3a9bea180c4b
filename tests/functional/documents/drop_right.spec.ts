import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { editorStage, layInTrash, staged, type EditorStage } from '../../helpers/editor_stage.js'

const DROP = 'document:document:drop'

interface Verb {
  title: string
  isInTrash?: boolean
  send: (client: ApiClient, id: number, user: User, other: User) => ReturnType<ApiClient['post']>
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
    send: (client, id, user, { id: handler }) =>
      client
        .post(`/app/document/${id}/submit?drop=true`)
        .loginAs(user)
        .json({ handlerIds: [handler] }),
  },
  {
    title: 'removing for good',
    isInTrash: true,
    send: (client, id, user) => client.delete(`/app/document/trash/${id}?drop=true`).loginAs(user),
  },
]

test.group('Documents | putting people out by the way', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  /** Somebody is in the document, who is not the one who asks. */
  async function edited(client: ApiClient, isInTrash = false) {
    const { id, config } = await staged(client)
    const editor = await stage.server.open(config)
    const user = await makeOperator()
    if (isInTrash) await layInTrash(id)
    return { id, editor, user, other: await makeOperator() }
  }

  test('takes the permission to, which the refusal names: {title}')
    .with(VERBS)
    .run(async ({ client, assert }, { send, isInTrash }) => {
      const { id, editor, user, other } = await edited(client, isInTrash)
      stage.gate.tell(user.id, null, DROP)
      const refused = await send(client, id, user, other)
      refused.assertStatus(403)
      assert.include(refused.body().message, DROP)
      assert.isTrue(editor.canEdit)
      await editor.close()
    })
})
