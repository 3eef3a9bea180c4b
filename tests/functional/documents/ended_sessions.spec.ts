import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { toldSession } from '../../helpers/told_saves.js'

test.group('Documents | pages that stay in an ended session', (group) => {
  const there = lookedAfter(group)
  const { notices } = there

  const post = (client: ApiClient, path: string, user: User, body = {}) =>
    client.post(`/app/document/${path}`).loginAs(user).qs({ drop: true }).json(body)

  const dropsOf = (key: string) =>
    there.stage.server.log.commandsOf(key).filter(({ c }) => c === 'drop')

  /** Somebody did not leave when a version was restored. */
  async function staying(client: ApiClient) {
    const made = await staged(client)
    const editor = await there.stage.server.open(made.config)
    editor.obeys = false
    const restored = await post(client, `${made.id}/versions/1/restore`, made.owner)
    restored.assertStatus(200)
    return { ...made, editor, key: made.config.document.key }
  }

  test('are disconnected when they join it, and what they save lies beside: told once', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, editor, key } = await staying(client)
    const { length } = dropsOf(key)
    const again = await there.stage.server.open(config)
    assert.isFalse(again.canEdit)
    assert.deepEqual(dropsOf(key).at(length)!.users, [`${owner.id}.`])

    editor.edit('Typed on.')
    await editor.forceSave()
    editor.edit('And on.')
    assert.isTrue((await editor.close())!.saved)
    const placements = (await versionsOf(id)).map(({ placement }) => placement)
    assert.deepEqual(placements, ['current', 'current', 'session_ended', 'session_ended'])
    assert.equal((await documentOf(id)).versionNo, 2)
    const [told, ...more] = notices.toldTo(owner.id)
    assert.equal(told!.data!.kind, 'document.session_ended')
    assert.include(told!.body, 'in another editing session')
    assert.isEmpty(more)
  })

  test('save beside a document that is approved meanwhile, and are told that it is locked', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, save } = await toldSession(client, there.stage)
    const handler = await makeOperator()
    const editor = await there.stage.server.open(config)
    editor.obeys = false
    await post(client, `${id}/submit`, owner, { handlerIds: [handler.id] })
    const approved = await post(client, `${id}/review`, handler, { decision: 'approve' })
    approved.assertStatus(200)
    await save({ text: 'Too late.', by: [owner.id] }).send()
    const [, late] = await versionsOf(id)
    assert.containsSubset(late!.$attributes, { placement: 'locked', kind: 'late' })
    assert.containsSubset((await documentOf(id)).$attributes, { versionNo: 1, status: 'approved' })
    const [decided, told, ...more] = notices.toldTo(owner.id)
    assert.equal(decided!.data!.kind, 'document.approved')
    assert.include(told!.body, 'approved meanwhile')
    assert.isEmpty(more)
  })
})
