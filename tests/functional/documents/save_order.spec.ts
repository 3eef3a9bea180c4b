import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { clock } from '#kernel/state/main'
import { documentOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { answerOf, placesOf, toldSession } from '../../helpers/told_saves.js'

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

  test('keep a newer save beside the final one that came first', async ({ client, assert }) => {
    const { id, owner, older, newer } = await twoSaves(client)
    for (const { send } of [older, newer]) await send()
    assert.deepEqual(await placesOf(id), ['save current', 'late session_ended'])
    assert.lengthOf(there.notices.toldTo(owner.id), 1)
  })
})
