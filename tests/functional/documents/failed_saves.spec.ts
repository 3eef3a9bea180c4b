import { test } from '@japa/runner'
import {
  actionsOf,
  configOf,
  documentOf,
  sessionOf,
  staged,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { wordBytes } from '../../helpers/packages.js'
import { answerOf, placesOf, toldSession } from '../../helpers/told_saves.js'

const HALF = wordBytes('Half of it.').subarray(0, 80)

test.group('Documents | saves that the document server could not write', (group) => {
  const there = lookedAfter(group)

  test('leave the changes there, under the same key, and tell once', async ({ client, assert }) => {
    const { server } = there.stage
    const { id, owner, config } = await staged(client)
    const editor = await server.open(config)
    editor.edit('Not lost.')
    server.faults.saving = true
    const forced = (await editor.forceSave()).delivered
    const final = await editor.close()
    delete server.faults.saving
    for (const [delivered, status] of [
      [forced, 7],
      [final, 3],
    ] as const) {
      assert.containsSubset(delivered, { status, saved: false, attempts: 1 })
      const body = { error: 1, code: 200, data: null }
      assert.containsSubset(answerOf(delivered!), { status: 200, body })
    }
    assert.lengthOf(await versionsOf(id), 1)
    assert.deepEqual(await actionsOf(id), ['editing_started', 'forced_save_failed', 'save_failed'])
    const [notice, ...others] = there.notices.toldTo(owner.id)
    assert.equal(notice!.title, 'A save failed')
    assert.isEmpty(others)

    const again = await configOf(client, id, owner)
    assert.equal(again.document.key, config.document.key)
    const back = await server.open(again)
    assert.include(back.texts, 'Not lost.')
    assert.containsSubset(await back.close(), { status: 2, saved: true })
    assert.deepEqual(await placesOf(id), ['save current'])
  })

  for (const { status, state } of [
    { status: 3, state: 'closed' },
    { status: 7, state: 'open' },
  ])
    test(`keep the file of a ${status} beside in whatever state, and tell: its session is ${state}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, config, save } = await toldSession(client, there.stage)
      const failed = save({ status, bytes: HALF, by: [owner.id] })
      for (let times = 0; times < 2; times++) assert.isTrue((await failed.send()).saved)
      assert.deepEqual(await placesOf(id), ['late failed_save'])
      const [, version] = await versionsOf(id)
      assert.containsSubset(version, { fileType: 'bin', sha256: failed.sha256 })
      assert.equal((await documentOf(id)).versionNo, 1)
      const isOver = (await sessionOf(id)).sessionKey !== config.document.key
      assert.equal(isOver, state === 'closed')
      assert.lengthOf(there.notices.toldTo(owner.id), 1)
    })
})
