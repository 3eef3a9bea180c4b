import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { clock } from '#kernel/state/clock'
import { actionsOf, documentOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { answerOf, nextSession, placesOf, toldSession } from '../../helpers/told_saves.js'

test.group('Documents | the order of saves', (group) => {
  onEveryDatabase(group)
  const there = lookedAfter(group)

  /** A save and one that goes on from it, made a minute later. */
  async function twoSaves(client: ApiClient, newer: { status?: number } = {}) {
    const session = await toldSession(client, there.stage)
    const by = [session.owner.id]
    const older = session.save({ text: 'A', by })
    clock.travel(MINUTE_MS)
    return { ...session, by, older, newer: session.save({ text: 'A B', by: [...by, 7], ...newer }) }
  }

  for (const { status, kind } of [
    { status: 2, kind: 'save' },
    { status: 6, kind: 'forced_save' },
  ])
    test(`keep an older final save beside a newer ${kind} of its session, and tell nobody`, async ({
      client,
      assert,
    }) => {
      const { id, config, older, newer } = await twoSaves(client, { status })
      await newer.send()
      const { data } = answerOf(await older.send()).body
      assert.deepEqual(data, { outcome: 'version', versionNo: 3 })
      assert.deepEqual(await placesOf(id), [`${kind} current`, 'late older'])
      const { versionNo, sessionKey } = await documentOf(id)
      assert.equal(versionNo, 2)
      assert.notEqual(sessionKey, config.document.key)
      assert.isEmpty(there.notices.heard)
    })

  test('keep an older forced save beside the final one', async ({ client, assert }) => {
    const { id, by, save, newer } = await twoSaves(client)
    const forced = save({ status: 6, text: 'B', by })
    await newer.send()
    await forced.send()
    assert.deepEqual(await placesOf(id), ['save current', 'late older'])
    assert.deepEqual(await actionsOf(id), ['saved', 'saved'])
  })

  test('keep a newer save beside the final one that came first', async ({ client, assert }) => {
    const { id, owner, older, newer } = await twoSaves(client)
    for (const { send } of [older, newer]) await send()
    assert.deepEqual(await placesOf(id), ['save current', 'late session_ended'])
    assert.lengthOf(there.notices.toldTo(owner.id), 1)
  })

  test('go back where what came later was undone since', async ({ client, assert }) => {
    const { id, by, save, older, newer } = await twoSaves(client, { status: 6 })
    const forced = { ...older.payload, status: 6 }
    await older.send({ payload: forced })
    await newer.send()
    clock.travel(2 * MINUTE_MS)
    await save({ text: 'A', by }).send()
    assert.deepEqual(await placesOf(id), [
      ...['forced_save current', 'forced_save current'],
      'save current',
    ])
  })

  test('make no second version of what is kept beside', async ({ client, assert }) => {
    const { id, older, newer } = await twoSaves(client)
    for (const { send } of [newer, older]) await send()
    const { data } = answerOf(await older.send()).body
    assert.deepEqual(data, { outcome: 'unchanged', versionNo: 3 })
    assert.lengthOf(await placesOf(id), 2)
  })

  test('keep what comes of an ended session beside newer work', async ({ client, assert }) => {
    const session = await toldSession(client, there.stage)
    const { id, owner, save } = session
    await client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner)
    const next = await nextSession(client, there.stage, session)
    await next.save({ status: 6, text: 'Newer.', by: [owner.id] }).send()
    await save({ text: 'From before.', by: [owner.id] }).send()
    assert.deepEqual(await placesOf(id), [
      ...['restored current', 'forced_save current'],
      'late session_ended',
    ])
    const { key } = next.config.document
    assert.containsSubset(await documentOf(id), { versionNo: 3, sessionKey: key })
  })
})
