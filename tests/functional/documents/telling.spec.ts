import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { TellAuthors } from '../../../app/plugins/documents/notices/tell_authors.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { sweep } from '../../helpers/lost_saves.js'
import { toldSession } from '../../helpers/told_saves.js'

test.group('Documents | telling people what became of their work', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  const tellTheRest = async () => (await app.container.make(TellAuthors)).rest()

  test('tell everybody whose work lies beside, once', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const other = await makeOperator()
    const older = save({ text: 'A', by: [owner.id, other.id] })
    await save({ text: 'A B', by: [owner.id, other.id, owner.id] }).send()
    assert.lengthOf(notices.heard, 0)
    await older.send()
    await older.send()
    await tellTheRest()
    assert.lengthOf(notices.heard, 1)
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, other.id])
    const { body } = notices.heard[0]!.notice
    for (const told of ['Minutes', 'version 3', 'present version 2', 'restore']) {
      assert.include(body, told)
    }
    assert.isNotNull((await versionsOf(id)).at(-1)!.toldAt)
  })

  test('tell them later when they could not be reached', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const older = save({ text: 'A', by: [owner.id] })
    await save({ text: 'A B', by: [owner.id, owner.id + 1] }).send()
    notices.isDown = true
    assert.isTrue((await older.send()).saved)
    await tellTheRest()
    assert.isNull((await versionsOf(id)).at(-1)!.toldAt)
    notices.isDown = false
    await sweep()
    assert.lengthOf(notices.heard, 0)
    await tellTheRest()
    await tellTheRest()
    assert.lengthOf(notices.toldTo(owner.id), 1)
  })

  test('say that a document under review, or approved, does not change', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const handler = await makeOperator()
    const act = (path: string, body: object, as = owner) =>
      client.post(`/app/document/${id}/${path}`).loginAs(as).json(body)
    ;(await act('submit', { handlerIds: [handler.id] })).assertStatus(200)
    await save({ status: 6, text: 'A', by: [owner.id] }).send()
    ;(await act('review', { decision: 'approve' }, handler)).assertStatus(200)
    await save({ status: 6, text: 'A B', by: [owner.id, handler.id] }).send()
    assert.equal((await documentOf(id)).versionNo, 1)
    const [reviewed, approved] = notices.toldTo(owner.id)
    assert.include(reviewed!.body, 'under review')
    assert.include(approved!.body, 'approved')
  })

  test('tell the owner as well where the author cannot log in any more', async ({
    client,
    assert,
  }) => {
    const { owner, save } = await toldSession(client, stage)
    const gone = await makeOperator({ status: 'disabled' })
    const older = save({ text: 'A', by: [gone.id] })
    await save({ text: 'A B', by: [gone.id, owner.id] }).send()
    await older.send()
    assert.sameMembers(
      notices.heard.flatMap(({ userIds }) => [...userIds]),
      [owner.id, gone.id]
    )
  })
})
