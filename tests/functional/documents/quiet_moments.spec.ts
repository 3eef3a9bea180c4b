import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'

type Answer = Awaited<ReturnType<ApiClient['post']>>

interface Ending {
  title: string
  send: (client: ApiClient, id: number, user: User, drop?: boolean) => PromiseLike<Answer>
}

/** What must not happen under the hands of somebody who edits. */
const ENDINGS: Ending[] = [
  {
    title: 'restoring',
    send: (client, id, user, drop = false) =>
      client.post(`/app/document/${id}/versions/1/restore`).loginAs(user).qs({ drop }),
  },
  {
    title: 'submitting',
    send: async (client, id, user, drop = false) =>
      client
        .post(`/app/document/${id}/submit`)
        .loginAs(user)
        .qs({ drop })
        .json({ handlerIds: [(await makeOperator()).id] }),
  },
  {
    title: 'deleting',
    send: (client, id, user, drop = false) =>
      client.delete(`/app/document/${id}`).loginAs(user).qs({ drop }),
  },
]

test.group('Documents | what ends an editing session', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => stage.configure())

  const contentOf = async (client: ApiClient, id: number, no: number) =>
    documentTexts(
      (await download(client, `/app/document/${id}/versions/${no}/content`)).bytes,
      'docx'
    )

  test('is refused with the names of who is inside: {title}')
    .with(ENDINGS)
    .run(async ({ client, assert }, { send }) => {
      const { id, owner, config } = await staged(client)
      const other = await makeOperator({ nickname: 'Ada' })
      const one = await stage.server.open(config)
      const two = await stage.server.open(await configOf(client, id, other))
      two.edit('Under way.')
      const refused = await send(client, id, owner)
      refused.assertStatus(409)
      refused.assertBodyContains({ data: { reason: 'E_BEING_EDITED' } })
      assert.include(refused.body().message, owner.nickname)
      assert.include(refused.body().message, 'Ada')
      assert.equal((await documentOf(id)).sessionKey, config.document.key)
      await one.close()
      await two.close()
    })

  test('ends the session first when asked to, and keeps what was typed: {title}')
    .with(ENDINGS)
    .run(async ({ client, assert }, { send }) => {
      const { id, owner, config } = await staged(client)
      const editor = await stage.server.open(config)
      editor.edit('At the last moment.')
      ;(await send(client, id, owner, true)).assertStatus(200)
      assert.isFalse(editor.canEdit)
      const [, saved] = await versionsOf(id)
      assert.equal(saved!.kind, 'save')
      const { versionNo } = await documentOf(id)
      assert.isAtLeast(versionNo, 2)
    })

  test('is refused while changes are left behind by a crash, until they are saved: {title}')
    .with(ENDINGS)
    .run(async ({ client, assert }, { send }) => {
      stage.configure({ sessionEndSeconds: 0.1 })
      const { id, owner, config } = await staged(client)
      const editor = await stage.server.open(config)
      editor.edit('Written before the crash.')
      stage.server.crash()
      for (const drop of [false, true]) {
        const refused = await send(client, id, owner, drop)
        refused.assertStatus(409)
        refused.assertBodyContains({ data: { reason: 'E_UNSAVED_WORK' } })
      }
      assert.equal((await documentOf(id)).sessionKey, config.document.key)

      const again = await stage.server.open(await configOf(client, id, owner))
      await again.close()
      ;(await send(client, id, owner)).assertStatus(200)
      const texts = await versionsOf(id)
      assert.isAtLeast(texts.length, 2)
    })

  test('does not wait for whoever left unheard: {title}')
    .with(ENDINGS)
    .run(async ({ client, assert }, { send }) => {
      stage.configure({ sessionEndSeconds: 3_600 })
      const { id, owner, config } = await staged(client)
      await stage.server.open(config)
      stage.server.crash()
      assert.lengthOf((await documentOf(id)).editing, 1)
      ;(await send(client, id, owner, true)).assertStatus(200)
    })

  test('changes nothing while the document server cannot be asked: {title}')
    .with(ENDINGS)
    .run(async ({ client, assert }, { send }) => {
      const { id, owner, config } = await staged(client)
      const editor = await stage.server.open(config)
      stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
      for (const drop of [false, true]) (await send(client, id, owner, drop)).assertStatus(503)
      const { sessionKey, status, deletedAt, versionNo } = await documentOf(id)
      assert.deepEqual(
        { sessionKey, status, deletedAt, versionNo },
        { sessionKey: config.document.key, status: 'draft', deletedAt: null, versionNo: 1 }
      )
      stage.configure()
      await editor.close()
    })

  test('submits what is saved, under a key that no older session knows', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const handler = await makeOperator()
    const editor = await stage.server.open(config)
    editor.edit('To be judged.')
    const submitted = await client
      .post(`/app/document/${id}/submit`)
      .loginAs(owner)
      .qs({ drop: 'true' })
      .json({ handlerIds: [handler.id] })
    submitted.assertBodyContains({ data: { status: 'in_review', versionNo: 2, editing: [] } })
    assert.include(await contentOf(client, id, 2), 'To be judged.')
    assert.notEqual((await documentOf(id)).sessionKey, config.document.key)

    const logs = await client.get(`/app/document/${id}/logs`).loginAs(owner)
    assert.containsSubset(logs.body().data.items[0], { action: 'submitted', versionNo: 2 })
    await client.post(`/app/document/${id}/review`).loginAs(handler).json({ decision: 'approve' })
    assert.containsSubset((await documentOf(id)).$attributes, { status: 'approved', versionNo: 2 })
  })

  test('lets one of submitting and restoring at once go first, and the other see it', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Both want it.')
    const [restored, submitted] = await Promise.all([
      ENDINGS[0]!.send(client, id, owner, true),
      ENDINGS[1]!.send(client, id, owner, true),
    ])
    submitted.assertStatus(200)
    const { versionNo } = await documentOf(id)
    assert.equal(submitted.body().data.versionNo, versionNo)
    if (restored.status() === 200) assert.equal(restored.body().data.no, versionNo)
    else restored.assertBodyContains({ code: 400, data: { reason: 'E_DOCUMENT_STATE' } })
  })

  test('deletes once, however often it is asked at once', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const answers = await Promise.all(
      [1, 2, 3].map(() => client.delete(`/app/document/${id}`).loginAs(owner))
    )
    assert.deepEqual(answers.map((answer) => answer.status()).sort(), [200, 404, 404])
  })
})
