import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  takeRights,
  unobeying,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { administrator } from '../access/support/caller.js'

interface Loss {
  title: string
  lose: (client: ApiClient, user: User) => Promise<unknown>
}

test.group('Documents | whoever comes back with an older configuration', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => {
    stage.configure()
  })

  const take = (user: User, verbs?: string[]) => takeRights(stage, user, verbs)
  const dropsOf = (documentId: number) =>
    DocumentLog.query().where({ documentId, action: 'session_dropped' })

  const LOSSES: Loss[] = [
    { title: 'lost the right', lose: async (_client, user) => take(user) },
    {
      title: 'was disabled',
      async lose(client, { id }) {
        const admin = await administrator(client)
        await admin.must(admin.put(`users/${id}/status`, { status: 'disabled' }))
      },
    },
  ]

  test('is sent out at once when they {title} meanwhile')
    .with(LOSSES)
    .run(async ({ client, assert }, { lose }) => {
      const { id, config: ours } = await staged(client)
      const mine = await stage.server.open(ours)
      const user = await makeOperator()
      const config = await configOf(client, id, user)
      await lose(client, user)
      const editor = await stage.server.open(config)
      assert.isFalse(editor.canEdit)
      await mine.close()
      await stage.server.settled()
      const [drop, ...more] = await dropsOf(id)
      assert.lengthOf(more, 0)
      assert.deepEqual(drop!.detail!.userIds, [user.id])
    })

  test('has what they save all the same kept beside, and told to them and the owner', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    const user = await makeOperator()
    const config = await configOf(client, id, user)
    take(user)
    const editor = await unobeying(stage, config)
    editor.edit('By one who may no more.')
    assert.deepInclude(await editor.close(), { saved: true })
    const [, kept, ...more] = await versionsOf(id)
    assert.lengthOf(more, 0)
    assert.containsSubset(kept!.$attributes, { beside: true, authorId: user.id })
    assert.equal((await documentOf(id)).versionNo, 1)
    for (const { id: told } of [user, owner])
      assert.include(notices.toldTo(told)[0]!.body, 'version 2')
  })

  test('has their changes saved with those of others as ever', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const user = await makeOperator()
    const older = await configOf(client, id, user)
    const mine = await stage.server.open(config)
    mine.edit('By the owner.')
    take(user)
    const editor = await unobeying(stage, older)
    editor.edit('By the other.')
    await editor.close()
    await mine.close()
    assert.equal((await documentOf(id)).versionNo, 2)
  })
})
