import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import {
  configOf,
  documentOf,
  editorStage,
  lookingAt,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { loseWork } from '../../helpers/lost_saves.js'

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

  async function textsOf(client: ApiClient, id: number, no: number): Promise<string[]> {
    const { bytes } = await download(client, `/app/document/${id}/versions/${no}/content`)
    return documentTexts(bytes, 'docx')
  }

  const abandon = (client: ApiClient, id: number, by: User) =>
    client.delete(`/app/document/${id}/unsaved-work`).loginAs(by).qs({ drop: 'true' })

  test('keeps nobody from {title}, and loses nothing')
    .with(VERBS)
    .run(async ({ client, assert }, { send }) => {
      const { id, owner, editor, user, config } = await stubborn(client)
      ;(await send(client, id, user)).assertStatus(200)
      const [, saved] = await versionsOf(id)
      assert.containsSubset(saved!.$attributes, { kind: 'forced_save', beside: false })
      const before = await documentOf(id)
      assert.notEqual(before.editorKey, config.document.key)

      editor.edit('Long after.')
      assert.deepInclude(await editor.close(), { saved: true })
      const late = (await versionsOf(id)).at(-1)!
      assert.containsSubset(late.$attributes, { kind: 'late', beside: true, authorId: owner.id })
      const after = await documentOf(id)
      assert.deepInclude(after.$attributes, {
        versionNo: before.versionNo,
        editorKey: before.editorKey,
      })
      assert.include(notices.toldTo(owner.id).at(-1)!.body, `version ${late.no}`)
      const drops = await DocumentLog.query()
        .where({ documentId: id, action: 'session_dropped' })
        .orderBy('id')
      assert.deepInclude(drops.at(-1)!.detail, { userIds: [owner.id] })
    })

  test('finds in the versions what they wrote before and after', async ({ client, assert }) => {
    const { id, editor, user } = await stubborn(client)
    ;(await VERBS[2]!.send(client, id, user)).assertStatus(200)
    editor.edit('Long after.')
    await editor.close()
    assert.include(await textsOf(client, id, 2), 'Before they were told.')
    assert.includeMembers(await textsOf(client, id, 4), ['Before they were told.', 'Long after.'])
  })

  test('is not in the next session, which goes on without them', async ({ client, assert }) => {
    const { id, owner, editor, user } = await stubborn(client)
    ;(await VERBS[2]!.send(client, id, user)).assertStatus(200)
    const next = await stage.server.open(await configOf(client, id, user))
    next.edit('By somebody else.')
    editor.edit('Long after.')
    await editor.close()
    assert.deepInclude(await next.close(), { saved: true })
    const present = (await documentOf(id)).versionNo
    assert.include(await textsOf(client, id, present), 'By somebody else.')
    assert.isNotEmpty(notices.toldTo(owner.id))
  })

  test('is waited for where what they wrote cannot be saved', async ({ client, assert }) => {
    const { id, editor, user, config } = await stubborn(client)
    stage.server.faults.saving = true
    const refused = await VERBS[0]!.send(client, id, user)
    refused.assertBodyContains({ code: 409, data: { reason: 'E_BEING_EDITED' } })
    assert.include(refused.body().message, 'unsaved-work')
    assert.equal((await documentOf(id)).editorKey, config.document.key)
    delete stage.server.faults.saving
    await editor.close()
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('keeps no work from being given up with drop=true', async ({ client, assert }) => {
    const { id, owner, editor, user, config } = await stubborn(client)
    stage.server.faults.saving = true
    const refused = await client.delete(`/app/document/${id}/unsaved-work`).loginAs(user)
    refused.assertStatus(409)
    assert.include(refused.body().message, 'drop=true')
    ;(await abandon(client, id, user)).assertStatus(200)
    assert.notEqual((await documentOf(id)).editorKey, config.document.key)
    assert.isNotEmpty(notices.toldTo(owner.id))
    ;(await VERBS[0]!.send(client, id, user)).assertStatus(200)

    delete stage.server.faults.saving
    editor.edit('Still there.')
    await editor.close()
    assert.isTrue((await versionsOf(id)).at(-1)!.beside)
    assert.equal((await documentOf(id)).versionNo, 1)
  })

  test('takes the permission to be put out so', async ({ client }) => {
    const { id, editor, user } = await stubborn(client)
    stage.gate.tell(user.id, null, 'document:document:drop')
    ;(await abandon(client, id, user)).assertStatus(403)
    await editor.close()
  })

  test('is told to be waited for while the document server is away', async ({ client, assert }) => {
    const { id, editor, user, config } = await stubborn(client)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    ;(await VERBS[0]!.send(client, id, user)).assertStatus(503)
    stage.configure()
    assert.equal((await documentOf(id)).editorKey, config.document.key)
    await editor.close()
  })

  test('keeps nobody from approving once what did not reach us of an earlier session is here', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    const [user, looking] = [await makeOperator(), await lookingAt(client, id)]
    const submit = client.post(`/app/document/${id}/submit`).loginAs(user)
    ;(await submit.json({ handlerIds: [user.id] })).assertStatus(200)
    await stage.server.open(looking)
    await loseWork(stage, config, { settingsThen: { sessionEndSeconds: 0.1 } })
    await stage.server.open(looking)
    const editor = await stage.server.open(config)
    editor.obeys = false

    const approve = () =>
      client.post(`/app/document/${id}/review`).loginAs(user).json({ decision: 'approve' })
    ;(await approve()).assertBodyContains({ code: 409, data: { reason: 'E_CONFLICT' } })
    assert.containsSubset((await versionsOf(id)).at(-1)!.$attributes, {
      kind: 'recovered',
      beside: true,
    })
    assert.lengthOf(stage.server.store.forgottenKeys(), 1)
    ;(await approve()).assertStatus(200)
    editor.edit('Long after.')
    await editor.close()
    assert.containsSubset((await versionsOf(id)).at(-1)!.$attributes, {
      kind: 'late',
      beside: true,
    })
    assert.equal((await documentOf(id)).versionNo, 1)
  })

  test('keeps a document from being removed for good, in whichever session', async ({
    client,
    assert,
  }) => {
    const { id, editor, user } = await stubborn(client)
    ;(await VERBS[0]!.send(client, id, user)).assertStatus(200)
    const forGood = () => client.delete(`/app/document/trash/${id}?drop=true`).loginAs(user)
    const refused = await forGood()
    refused.assertBodyContains({ code: 409, data: { reason: 'E_BEING_EDITED' } })
    editor.edit('Long after.')
    await editor.close()
    assert.lengthOf(await versionsOf(id), 3)
    ;(await forGood()).assertStatus(200)
  })
})
