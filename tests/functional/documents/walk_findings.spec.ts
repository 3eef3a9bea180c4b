import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { configOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { loseWork, sweep } from '../../helpers/lost_saves.js'
import { toldSession } from '../../helpers/told_saves.js'

test.group('Documents | work that stays behind', (group) => {
  const there = lookedAfter(group)

  async function sweepLater(minutes = 120) {
    clock.travel(minutes * MINUTE_MS)
    return sweep()
  }

  test('tell once of changes that were abandoned unsaved', async ({ client, assert }) => {
    there.stage.configure({ sessionEndSeconds: 0.1 })
    const { id, owner, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    editor.edit('Unsaved.')
    there.stage.server.crash()
    const restoring = client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner)
    ;(await restoring.qs({ drop: true })).assertStatus(200)
    for (let times = 0; times < 2; times++) await sweepLater()
    assert.deepEqual(there.notices.kindsToldTo(owner.id), ['document.lost'])
    assert.notEqual((await configOf(client, id, owner)).document.key, config.document.key)
  })
  test('tell once of unsaved changes beside a forgotten file', async ({ client, assert }) => {
    const { owner, config } = await staged(client)
    const { server } = there.stage
    await loseWork(there.stage, config)
    ;(await server.open(config)).edit('Unsaved.')
    server.crash()
    for (let times = 0; times < 4; times++) await sweepLater(10)
    assert.deepEqual(there.notices.kindsToldTo(owner.id), ['document.unsaved'])
  })
  test('place beside what was written before the newest save, and undone since', async ({
    client,
    assert,
  }) => {
    const { id, save } = await toldSession(client, there.stage)
    const undone = save({ status: 6, text: 'Undone.', by: [1] })
    clock.travel(5_000)
    await save({ status: 6, text: 'Written since.', by: [2] }).send()
    await undone.send()
    const placements = (await versionsOf(id)).map(({ placement }) => placement)
    assert.deepEqual(placements, ['current', 'current', 'overtaken'])
  })
})
