import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { everything, ownRowsOf } from '#kernel/data_scope/reach'
import type { User } from '#plugins/identity/main'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { loggedIn, makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  takeRights,
  unobeying,
  versionsOf,
  type EditorStage,
  type StagedConfig,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { administrator } from '../access/support/caller.js'

const CHANGING = ['edit', 'propose', 'comment', 'fill']

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

  const review = async () => (await app.container.make(ReviewOpenings)).handle()
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

  test('is sent out at once when the share that let them in is taken back', async ({
    client,
    assert,
  }) => {
    const { id, owner, config: ours } = await staged(client)
    const mine = await stage.server.open(ours)
    const reader = await makeOperator()
    stage.gate.tell(reader.id, ownRowsOf(reader.id))
    const subject = { subjectType: 'user', subjectId: reader.id }
    const path = `/app/document/${id}/shares`
    await client
      .post(path)
      .loginAs(owner)
      .json({ ...subject, level: 'edit' })
    const config = await configOf(client, id, reader)
    ;(await client.delete(path).loginAs(owner).qs(subject)).assertStatus(200)
    const editor = await stage.server.open(config)
    assert.isFalse(editor.canEdit)
    await mine.close()
  })

  test('disturbs nobody else, and stays themselves with the right', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const [user, other] = [await makeOperator(), await makeOperator()]
    const older = await configOf(client, id, user)
    const mine = await stage.server.open(config)
    take(user)
    await stage.server.open(older)
    const third = await stage.server.open(await configOf(client, id, other))
    assert.isTrue(mine.canEdit)
    assert.isTrue(third.canEdit)
    await mine.close()
    await third.close()
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

  test('has what they force to be saved kept beside as well', async ({ client, assert }) => {
    const { id } = await staged(client)
    const user = await makeOperator()
    const config = await configOf(client, id, user)
    take(user)
    const editor = await unobeying(stage, config)
    editor.edit('In haste.')
    await editor.forceSave()
    assert.equal((await documentOf(id)).versionNo, 1)
    assert.isTrue((await versionsOf(id))[1]!.beside)
    await review()
    assert.isFalse(editor.canEdit)
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

  test('has kept beside what they add to what others had saved before', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    const user = await makeOperator()
    const older = await configOf(client, id, user)
    const mine = await stage.server.open(config)
    mine.edit('By the owner.')
    await mine.forceSave()
    take(user)
    const editor = await unobeying(stage, older)
    editor.edit('By the other.')
    await mine.close()
    await editor.close()
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.containsSubset((await versionsOf(id)).at(-1)!.$attributes, {
      no: 3,
      beside: true,
      unpermitted: true,
    })
  })

  test('has what they save made present again once they may and open it anew', async ({
    client,
    assert,
  }) => {
    const { id } = await staged(client)
    const user = await makeOperator()
    const older = await configOf(client, id, user)
    take(user)
    const before = await unobeying(stage, older)
    before.edit('While they might not.')
    await before.forceSave()
    assert.equal((await documentOf(id)).versionNo, 1)
    for (const verb of CHANGING) stage.gate.tell(user.id, everything, `document:document:${verb}`)
    const editor = await stage.server.open(await configOf(client, id, user))
    editor.edit('With the right to it.')
    await editor.forceSave()
    const { versionNo } = await documentOf(id)
    assert.equal(versionNo, 3)
    await Promise.all([before.close(), editor.close()])
  })

  test('stays refused with what they had when they open it anew to do less', async ({
    client,
    assert,
  }) => {
    const { id } = await staged(client)
    const user = await makeOperator()
    const older = await configOf(client, id, user)
    take(user, ['edit', 'propose'])
    const editor = await unobeying(stage, older)
    await configOf(client, id, user)
    editor.edit('Beyond what they may.')
    await editor.close()
    assert.equal((await documentOf(id)).versionNo, 1)
  })

  test('has what they did before they lost the right saved as ever', async ({ client, assert }) => {
    const { id } = await staged(client)
    const user = await makeOperator()
    const editor = await stage.server.open(await configOf(client, id, user))
    editor.edit('While they might.')
    take(user)
    await review()
    await stage.server.settled()
    assert.isFalse(editor.canEdit)
    assert.equal((await documentOf(id)).versionNo, 2)
  })

  test('has kept beside what they save later where they stay although told to leave', async ({
    client,
    assert,
  }) => {
    stage.configure({ sessionEndSeconds: 0.2 })
    const { id, owner } = await staged(client)
    const user = await makeOperator()
    const editor = await stage.server.open(await configOf(client, id, user))
    editor.obeys = false
    take(user)
    await review()
    editor.edit('Long after they were told.')
    await editor.forceSave()
    await editor.close()
    assert.equal((await documentOf(id)).versionNo, 1)
    const [, ...kept] = await versionsOf(id)
    assert.isTrue(kept.length > 0 && kept.every(({ beside }) => beside))
    assert.isNotEmpty(notices.toldTo(owner.id))
  })

  test('is judged by the configuration that they come with', async ({ client, assert }) => {
    const { id } = await staged(client)
    const { user, accessToken } = await loggedIn(client)
    const config = async (): Promise<StagedConfig> => {
      const answer = await client.get(`/app/document/${id}/editor-config`).bearerToken(accessToken)
      return answer.body().data
    }
    const older = await config()
    await (await stage.server.open(older)).close()
    take(user, ['edit', 'propose'])
    const narrow = await config()
    assert.containsSubset(narrow.document.permissions, { edit: false, fillForms: true })
    const filling = await stage.server.open(narrow)
    await review()
    assert.isTrue(filling.canEdit)
    await filling.close()

    const back = await stage.server.open(older)
    assert.isFalse(back.canEdit)
    await stage.server.settled()
    const again = await stage.server.open(narrow)
    await review()
    assert.isTrue(again.canEdit)
    await again.close()
  })
})
