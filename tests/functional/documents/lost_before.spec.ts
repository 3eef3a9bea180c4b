import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import type { User } from '#plugins/identity/main'
import Document from '../../../app/plugins/documents/models/document.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { loseWork } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'

interface Verb {
  title: string
  send: (client: ApiClient, id: number, user: User, other: User) => ReturnType<ApiClient['post']>
}

const VERBS: Verb[] = [
  {
    title: 'deleting',
    send: (client, id, user) => client.delete(`/app/document/${id}`).loginAs(user),
  },
  {
    title: 'deleting several',
    send: (client, id, user) => client.delete(`/app/document?ids=${id}`).loginAs(user),
  },
  {
    title: 'restoring',
    send: (client, id, user) => client.post(`/app/document/${id}/versions/1/restore`).loginAs(user),
  },
  {
    title: 'submitting',
    send: (client, id, user, { id: handler }) =>
      client
        .post(`/app/document/${id}/submit`)
        .loginAs(user)
        .json({ handlerIds: [handler] }),
  },
]

test.group('Documents | work that did not reach us, before a document goes on', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => () => {
    stage.configure()
    const { store, log } = stage.server
    for (const key of store.forgottenKeys()) store.deleteForgotten(key)
    log.clear()
  })

  const asked = () =>
    stage.server.log
      .of('command')
      .map(({ command }) => String(command.c))
      .filter((name) => name.startsWith('getForgotten'))

  /** A save that nobody took. */
  async function lost(client: ApiClient) {
    const made = await staged(client)
    await loseWork(stage, made.config)
    return { ...made, other: await makeOperator() }
  }

  /** Saved, in a session that is over; and something of that session is lost all the same. */
  async function lostOfBefore(client: ApiClient) {
    const made = await staged(client)
    const editor = await stage.server.open(made.config)
    editor.edit('Saved.')
    await editor.close()
    stage.server.store.forget(made.config.document.key, 'docx', wordBytes('another loss'))
    return made
  }

  const kindsOf = async (id: number) => (await versionsOf(id)).map(({ kind }) => kind)

  test('is brought back first: {title}')
    .with(VERBS)
    .run(async ({ client, assert }, { send }) => {
      const { id, owner, other } = await lost(client)
      ;(await send(client, id, owner, other)).assertStatus(200)
      assert.include(await kindsOf(id), 'recovered')
      assert.deepEqual(stage.server.store.forgottenKeys(), [])
      assert.isAtLeast((await documentOf(id)).versionNo, 2)
    })

  test('keeps it from going on where it cannot be brought back: {title}')
    .with(VERBS)
    .run(async ({ client, assert }, { send }) => {
      const { id, owner, config } = await staged(client)
      const other = await makeOperator()
      stage.server.store.forget(config.document.key, 'docx', Buffer.from('no package at all'))
      const refused = await send(client, id, owner, other)
      refused.assertStatus(409)
      refused.assertBodyContains({ data: { reason: 'E_UNSAVED_WORK' } })
      const { status, deletedAt, versionNo } = await documentOf(id)
      assert.deepEqual([status, deletedAt, versionNo], ['draft', null, 1])
    })

  test('is kept when the document is removed for good, whichever session it is of', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await lostOfBefore(client)
    ;(await client.delete(`/app/document/${id}`).loginAs(owner)).assertStatus(200)
    assert.deepEqual(asked(), [])
    const remove = () => client.delete(`/app/document/trash/${id}`).loginAs(owner)
    for (const expected of [409, 200]) (await remove()).assertStatus(expected)
    assert.lengthOf(
      asked().filter((name) => !['getForgotten', 'getForgottenList'].includes(name)),
      0
    )
    assert.isNull(await actAsSystem('test', () => Document.find(id)))
  })
})
