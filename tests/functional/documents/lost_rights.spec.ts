import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { SessionRegistry, type User } from '#plugins/identity/main'
import { EditingWatch } from '../../../app/plugins/documents/live/editing_watch.js'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { loggedIn, makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, staged, versionsOf } from '../../helpers/editor_stage.js'
import type { EditorStage } from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'
import { administrator, type Caller } from '../access/support/caller.js'

interface Loss {
  title: string
  lose: (admin: Caller, user: User) => Promise<unknown>
}

const LOSSES: Loss[] = [
  {
    title: 'is disabled',
    lose: (admin, { id }) => admin.must(admin.put(`users/${id}/status`, { status: 'disabled' })),
  },
  {
    title: 'is deleted',
    lose: (admin, { id }) => admin.must(admin.delete(`users?ids=${id}`)),
  },
  {
    title: 'is given another password',
    lose: (admin, { id }) =>
      admin.must(admin.put(`users/${id}/password`, { password: 'a wholly other password' })),
  },
]

test.group('Documents | whoever may no longer edit', (group) => {
  let stage: EditorStage
  let watch: EditingWatch
  group.setup(async () => {
    stage = await editorStage()
    watch = await begun()
    return async () => {
      await watch.stop()
      await stage.close()
    }
  })
  group.each.teardown(() => stage.configure())

  async function begun(): Promise<EditingWatch> {
    const made = await app.container.make(EditingWatch)
    await made.start()
    return made
  }

  /** With the present settings, once all that was heard of so far is done. */
  async function watchAnew(): Promise<void> {
    await watch.stop()
    watch = await begun()
  }

  const review = async () => (await app.container.make(ReviewOpenings)).handle()
  const dropsOf = (documentId: number) =>
    DocumentLog.query().where({ documentId, action: 'session_dropped' })

  /** Two people in the same document. */
  async function together(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const user = await makeOperator()
    const mine = await stage.server.open(config)
    const theirs = await stage.server.open(await configOf(client, id, user))
    theirs.edit('Before they went.')
    return { id, owner, user, mine, theirs }
  }

  test('is sent out of every document when their account {title}')
    .with(LOSSES)
    .run(async ({ client, assert }, { lose }) => {
      const { id, user, mine, theirs } = await together(client)
      const elsewhere = await staged(client, await makeOperator())
      const second = await stage.server.open(await configOf(client, elsewhere.id, user))
      await lose(await administrator(client), user)
      await until(() => !theirs.canEdit && !second.canEdit)
      assert.isTrue(mine.canEdit)
      await mine.close()
      assert.lengthOf(await versionsOf(id), 2)
      const [drop] = await dropsOf(id)
      assert.isNull(drop!.operatorId)
      assert.deepEqual(drop!.detail!.userIds, [user.id])
    })

  test('is sent out when they lose the right, but not when they keep it', async ({ client }) => {
    const { user, owner, mine, theirs } = await together(client)
    const registry = await app.container.make(SessionRegistry)
    for (const verb of ['edit', 'propose', 'comment', 'fill'])
      stage.gate.tell(user.id, null, `document:document:${verb}`)
    await registry.usersChanged([user.id, owner.id])
    await until(() => !theirs.canEdit)
    await watchAnew()
    await mine.close()
  })

  test('is sent out when they may do less than they were let in for', async ({
    client,
    assert,
  }) => {
    const { user, theirs, mine } = await together(client)
    stage.gate.tell(user.id, null, 'document:document:edit')
    await review()
    assert.isFalse(theirs.canEdit)
    assert.isTrue(mine.canEdit)
    await mine.close()
  })

  test('is sent out though they opened it again with less, in the same login', async ({
    client,
    assert,
  }) => {
    const { id } = await staged(client)
    const { user, accessToken } = await loggedIn(client)
    const open = async () => {
      const answer = await client.get(`/app/document/${id}/editor-config`).bearerToken(accessToken)
      return stage.server.open(answer.body().data)
    }
    const before = await open()
    stage.gate.tell(user.id, null, 'document:document:edit')
    const after = await open()
    await review()
    assert.isFalse(before.canEdit)
    await after.close()

    const [opening] = await DocumentOpening.query().where({ documentId: id, userId: user.id })
    assert.isNotNull(opening!.endedAt)
    const again = await open()
    await review()
    assert.isTrue(again.canEdit)
    await again.close()
  })

  test('is sent out when they may see no documents any more', async ({ client, assert }) => {
    const { user, theirs, mine } = await together(client)
    stage.gate.tell(user.id, null, 'document:document:show')
    await review()
    assert.isFalse(theirs.canEdit)
    assert.isTrue(mine.canEdit)
    await mine.close()
  })

  test('is told to leave once, by however many reviews at once', async ({ client, assert }) => {
    const { id, user, theirs, mine } = await together(client)
    stage.gate.tell(user.id, null, 'document:document:edit')
    await Promise.all([review(), review(), review()])
    assert.isFalse(theirs.canEdit)
    const { key } = theirs.room
    const drops = stage.server.log
      .of('command')
      .filter(({ command }) => command.c === 'drop' && command.key === key)
    assert.lengthOf(drops, 1)
    assert.lengthOf(await dropsOf(id), 1)
    await mine.close()
  })

  test('goes on after a logout of their own', async ({ client, assert }) => {
    const { id } = await staged(client)
    const { user, accessToken } = await loggedIn(client)
    const opened = await client.get(`/app/document/${id}/editor-config`).bearerToken(accessToken)
    const editor = await stage.server.open(opened.body().data)
    await client.post('/app/auth/logout').bearerToken(accessToken)
    const registry = await app.container.make(SessionRegistry)
    await registry.usersChanged([user.id])
    await watchAnew()
    await review()
    assert.isTrue(editor.canEdit)
    await editor.close()
  })

  test('is sent out later when the document server was away', async ({ client, assert }) => {
    const { id, user, mine, theirs } = await together(client)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    await watchAnew()
    await LOSSES[0]!.lose(await administrator(client), user)
    stage.configure()
    await watchAnew()
    assert.isTrue(theirs.canEdit)
    await review()
    assert.isFalse(theirs.canEdit)
    await review()
    assert.lengthOf(await dropsOf(id), 1)
    await mine.close()
  })

  test('is sent out though nobody was heard to come, and found again when they come back', async ({
    client,
    assert,
  }) => {
    const { id, owner, config: ours } = await staged(client)
    const mine = await stage.server.open(ours)
    const user = await makeOperator()
    const config = await configOf(client, id, user)
    await LOSSES[0]!.lose(await administrator(client), user)
    await watchAnew()
    await review()
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    const late = await stage.server.open(config)
    stage.configure()
    assert.isTrue(late.canEdit)
    await review()
    assert.isFalse(late.canEdit)
    const stays = await stage.server.open(await configOf(client, id, owner))
    await review()
    assert.isTrue(stays.canEdit)
    await mine.close()
    await stays.close()
  })

  test('leaves no trace of openings once a session is saved', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const openings = () => DocumentOpening.query().where('documentId', id)
    const [opening] = await openings()
    assert.containsSubset(opening!.$attributes, { userId: owner.id, endedAt: null })
    assert.isNumber(opening!.sessionId)
    const editor = await stage.server.open(config)
    editor.edit('Done.')
    await editor.close()
    assert.isEmpty(await openings())
  })
})
