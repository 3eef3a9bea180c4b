import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/main'
import EditingSession from '../../../app/plugins/documents/models/editing_session.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  configOf,
  documentOf,
  sessionOf,
  staged,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { sweep } from '../../helpers/lost_saves.js'
import { nextSession, toldSession } from '../../helpers/told_saves.js'

test.group('Documents | what is undone in the editor', (group) => {
  const there = lookedAfter(group)
  const { notices, courier } = there

  async function forced(client: ApiClient) {
    const made = await staged(client)
    const editor = await there.stage.server.open(made.config)
    editor.edit('A')
    await editor.forceSave()
    clock.travel(MINUTE_MS)
    return { ...made, editor, key: made.config.document.key }
  }

  const placesOf = async (id: number) => (await versionsOf(id)).map(({ placement }) => placement)

  test('is a new version, the current one, also where it goes back to an earlier forced save', async ({
    client,
    assert,
  }) => {
    const { id, editor, key } = await forced(client)
    editor.edit('B')
    await editor.forceSave()
    clock.travel(2 * MINUTE_MS)
    editor.takeBack()
    await editor.forceSave()
    const [, a, b, undone] = await versionsOf(id)
    assert.equal(undone!.contentDigest, a!.contentDigest)
    assert.notEqual(undone!.contentDigest, b!.contentDigest)
    assert.deepEqual(await placesOf(id), Array(4).fill('current'))
    assert.containsSubset((await documentOf(id)).$attributes, { versionNo: 4, sessionKey: key })
    await editor.close()
    assert.isEmpty(notices.heard)
  })

  test('ends the session where all of it is: the current version stays, and all are told', async ({
    client,
    assert,
  }) => {
    const { id, owner, editor, key } = await forced(client)
    const other = await makeOperator()
    await configOf(client, id, other)
    editor.takeBack()
    assert.equal((await editor.close())!.status, 4)
    const ended = await EditingSession.findByOrFail({ sessionKey: key })
    assert.containsSubset(ended.$attributes, { state: 'closed', closeReason: 'unchanged' })
    assert.containsSubset((await sessionOf(id)).$attributes, { baseVersionNo: 2, state: 'open' })
    assert.equal((await documentOf(id)).versionNo, 2)
    for (const one of [owner, other])
      assert.deepEqual(notices.kindsToldTo(one.id), ['document.undone'])
    assert.match(notices.toldTo(owner.id)[0]!.body, /“Minutes”.*Version 2/)
    assert.include(await actionsOf(id), 'closed_unsaved')

    const next = await configOf(client, id, owner)
    assert.notEqual(next.document.key, key)
    assert.deepEqual((await there.stage.server.open(next)).texts, ['A'])
  })

  for (const finder of ['whoever enters next', 'the sweep'])
    test(`is found by ${finder} where the word of the end was missed, and told once`, async ({
      client,
      assert,
    }) => {
      const { id, owner, editor, key } = await forced(client)
      editor.takeBack()
      courier.fate = () => 'request_lost'
      await editor.close()
      courier.fate = () => 'delivered'
      clock.travel(120 * MINUTE_MS)
      if (finder === 'the sweep') await sweep()
      const { document } = await configOf(client, id, owner)
      assert.notEqual(document.key, key)
      await sweep()
      assert.deepEqual(notices.kindsToldTo(owner.id), ['document.undone'])
    })

  test('is nothing where a forced save brought nothing new', async ({ client, assert }) => {
    const session = await toldSession(client, there.stage)
    const { id, owner } = session
    await session.save({ text: 'As it was', by: [owner.id] }).send()
    const { config, save } = await nextSession(client, there.stage, session)
    const editor = await there.stage.server.open(config)
    const sent = await save({ status: 6, text: 'As it was', more: { forcesavetype: 1 } }).send()
    assert.include(sent.reply!.body, '"outcome":"unchanged","versionNo":2')
    assert.equal((await editor.close())!.status, 4)
    assert.lengthOf(await versionsOf(id), 2)
    assert.equal((await documentOf(id)).sessionKey, config.document.key)
    assert.isEmpty(notices.heard)
  })
})
