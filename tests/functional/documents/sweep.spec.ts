import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  configOf,
  documentOf,
  lookingAt,
  sessionOf,
  staged,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter, HOUR_MS, MINUTE_MS } from '../../helpers/looked_after.js'
import { lose, loseWork, sweep } from '../../helpers/lost_saves.js'

test.group('Documents | the sweep', (group) => {
  onEveryDatabase(group)
  const there = lookedAfter(group)
  const { notices, courier } = there

  async function laterSweep(afterMs: number) {
    clock.travel(afterMs)
    return (await sweep()).lost
  }

  const questions = (key: string) =>
    there.stage.server.log.commandsOf(key).filter(({ c }) => c === 'info')

  test('asks after an hour of silence, and tells once of a loss', async ({ client, assert }) => {
    const { id, owner, key } = await there.edited(client)
    const [other, onlooker] = [await makeOperator(), await makeOperator()]
    await configOf(client, id, other)
    await lookingAt(client, id, onlooker)
    there.stage.server.reset()
    assert.equal(await laterSweep(59 * MINUTE_MS), 0)
    assert.isEmpty(questions(key))
    assert.equal(await laterSweep(2 * MINUTE_MS), 1)
    assert.lengthOf(questions(key), 1)
    for (let times = 0; times < 2; times++) assert.equal(await laterSweep(2 * HOUR_MS), 0)

    for (const one of [owner, other])
      assert.deepEqual(notices.kindsToldTo(one.id), ['document.lost'])
    assert.match(notices.toldTo(owner.id)[0]!.body, /“Minutes”.*missing in version 1/)
    assert.isEmpty(notices.toldTo(onlooker.id))
    assert.deepEqual((await documentOf(id)).editing, [])
    assert.notEqual((await sessionOf(id)).sessionKey, key)
    assert.include(await actionsOf(id), 'session_lost')
  })

  test('tells of a session whose end without a save was missed', async ({ client, assert }) => {
    const { owner, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    courier.fate = () => 'request_lost'
    await editor.close()
    courier.fate = () => 'delivered'
    assert.equal(await laterSweep(2 * HOUR_MS), 1)
    assert.deepEqual(notices.kindsToldTo(owner.id), ['document.lost'])
  })

  test('tells once of unsaved changes, until lost or saved', async ({ client, assert }) => {
    const [saved, lost] = [await there.edited(client), await there.edited(client)]
    there.stage.server.crash()
    for (let times = 0; times < 3; times++) assert.equal(await laterSweep(2 * HOUR_MS), 0)
    for (const { owner } of [saved, lost])
      assert.deepEqual(notices.kindsToldTo(owner.id), ['document.unsaved'])
    assert.include(notices.toldTo(saved.owner.id)[0]!.body, 'Open it once')

    const again = await configOf(client, saved.id, saved.owner)
    await (await there.stage.server.open(again)).close()
    there.stage.server.forget(lost.key)
    assert.equal(await laterSweep(20 * MINUTE_MS), 1)
    assert.lengthOf(await versionsOf(saved.id), 2)
    assert.deepEqual(notices.kindsToldTo(saved.owner.id), ['document.unsaved'])
    assert.deepEqual(notices.kindsToldTo(lost.owner.id), ['document.unsaved', 'document.lost'])
  })

  test('leaves a session alone in which somebody is, however long', async ({ client, assert }) => {
    const { id, editor, key } = await there.edited(client)
    for (let times = 0; times < 3; times++) assert.equal(await laterSweep(2 * HOUR_MS), 0)
    assert.lengthOf(questions(key), 3)
    await editor.close()
    assert.equal(await laterSweep(2 * HOUR_MS), 0)
    assert.lengthOf(await versionsOf(id), 2)
    assert.isEmpty(notices.heard)
  })

  test('asks nothing of a closed session, and tells nobody', async ({ client, assert }) => {
    const { config } = await staged(client)
    await (await there.stage.server.open(config)).close()
    const saved = await there.edited(client)
    await saved.editor.close()
    there.stage.server.reset()
    assert.equal(await laterSweep(2 * HOUR_MS), 0)
    for (const key of [config.document.key, saved.key]) assert.isEmpty(questions(key))
    assert.isEmpty(notices.heard)
  })

  test('leaves a lost file to a session that goes on from it', async ({ client, assert }) => {
    const { id, owner, editor, key } = await there.edited(client)
    await lose(there.stage, editor)
    const again = await there.stage.server.open(await configOf(client, id, owner))
    assert.containsSubset(await sweep(), { inUse: 1, recovered: 0 })
    assert.deepEqual(there.stage.server.store.forgottenKeys(), [key])
    await again.close()
    assert.containsSubset(await sweep(), { inUse: 0, recovered: 0, foreign: 0 })
    assert.lengthOf(await versionsOf(id), 2)
  })
  test('tells once of changes that were abandoned unsaved', async ({ client, assert }) => {
    there.stage.configure({ sessionEndSeconds: 0.1 })
    const { id, owner, key } = await there.edited(client)
    there.stage.server.crash()
    const restoring = client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner)
    ;(await restoring.qs({ drop: true })).assertStatus(200)
    for (let times = 0; times < 2; times++) await laterSweep(2 * HOUR_MS)
    assert.deepEqual(notices.kindsToldTo(owner.id), ['document.lost'])
    assert.notEqual((await documentOf(id)).sessionKey, key)
  })

  test('tells once of unsaved changes beside a forgotten file', async ({ client, assert }) => {
    const { owner, config } = await staged(client)
    const { server } = there.stage
    await loseWork(there.stage, config)
    ;(await server.open(config)).edit('Unsaved.')
    server.crash()
    for (let times = 0; times < 4; times++) await laterSweep(10 * MINUTE_MS)
    assert.deepEqual(notices.kindsToldTo(owner.id), ['document.unsaved'])
  })
})
