import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { LookAfterSessions } from '../../../app/plugins/documents/recovery/look_after_sessions.js'
import { makeOperator } from '../../helpers/accounts.js'
import { forgetLosses, versionsOf, goingOn } from '../../helpers/editor_stage.js'
import { lose } from '../../helpers/lost_saves.js'

import { HOUR_MS, lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'

test.group('Documents | work that is owed by a session', (group) => {
  const there = lookedAfter(group)
  const { notices, courier, sweeps, toldOfLoss, twoPeople } = there

  /** As when this service cannot fetch what is saved. */
  async function refused(client: ApiClient) {
    const people = await twoPeople(client)
    const first = await people.open(people.ann)
    first.edit('Ann.')
    there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    await first.close()
    there.stage.configure()
    return { ...people, first }
  }

  test('tell once whose last save was refused and is kept no more', async ({ client, assert }) => {
    const { ann, bob, open } = await refused(client)
    there.stage.server.reset()
    const second = await open(bob)
    second.edit('Bob.')
    await second.close()
    assert.equal(await sweeps(), 1)
    const [told, ...more] = toldOfLoss(ann)
    assert.lengthOf(more, 0)
    assert.include(told!.body, 'could not be taken')
    assert.lengthOf(notices.toldTo(bob.id), 0)
  })

  test('tell of nothing that was refused and brought back', async ({ client, assert }) => {
    const { id, ann } = await refused(client)
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
    assert.equal((await versionsOf(id)).at(-1)!.kind, 'recovered')
  })

  test('tell of nothing that was refused and is in what goes on from it', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob, open } = await refused(client)
    const second = await open(bob)
    second.edit('Bob.')
    await second.close()
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
    assert.lengthOf(await versionsOf(id), 2)
  })

  /** Somebody comes back to lost work, and the document server finds them gone and nothing changed. */
  async function settledOverLost(client: ApiClient) {
    const people = await twoPeople(client)
    const { id, ann, bob } = people
    const first = await people.open(ann)
    first.edit('Ann.')
    await lose(there.stage, first)
    clock.travel(10 * MINUTE_MS)
    const { editorConfig, document } = await goingOn(there.stage, client, id, bob)
    await people.open(bob)
    there.stage.server.crash()
    const payload = { key: document.key, status: 4 }
    await there.stage.server.sendCallback({ callbackUrl: editorConfig.callbackUrl!, payload })
    return { ...people, key: document.key, carol: await makeOperator() }
  }

  test('tell of nothing that lay there and is in what goes on from it', async ({
    client,
    assert,
  }) => {
    const { id, ann, carol, open } = await settledOverLost(client)
    const third = await open(carol)
    third.edit('Carol.')
    await third.close()
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('tell whose it was where others came since, and may have lost what is gone on from', async ({
    client,
    assert,
  }) => {
    const { ann, bob, carol, key, open } = await settledOverLost(client)
    there.stage.server.store.deleteForgotten(key)
    there.stage.server.room(key)!.remove()
    const again = await open(bob)
    again.edit('Bob.')
    await lose(there.stage, again)
    const third = await open(carol)
    third.edit('Carol.')
    await third.close()
    await sweeps()
    assert.lengthOf(toldOfLoss(ann), 1)
  })

  test('tell of nothing that was refused and taken when it was sent again', async ({
    client,
    assert,
  }) => {
    const { ann, open } = await twoPeople(client)
    const first = await open(ann)
    first.edit('Ann.')
    let tries = 0
    there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    courier.fate = () => {
      if (++tries === 2) there.stage.configure()
      return 'delivered'
    }
    await first.close()
    there.stage.server.reset()
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('tell later whom nobody could reach', async ({ client, assert }) => {
    const { ann, bob, open } = await twoPeople(client)
    const first = await open(ann)
    first.edit('Ann.')
    there.stage.server.reset()
    const second = await open(bob)
    await lose(there.stage, second)
    const third = await open(bob)
    third.edit('Bob.')
    await third.close()
    notices.isDown = true
    assert.equal(await sweeps(2), 0)
    notices.isDown = false
    assert.equal(await sweeps(), 1)
    assert.lengthOf(toldOfLoss(ann), 1)
  })

  test('have the doctor say so for a week', async ({ client, assert }) => {
    const { ann, bob, open } = await twoPeople(client)
    await open(ann)
    there.stage.server.reset()
    await (await open(bob)).close()
    const lostSaves = async () => {
      const response = await client.get('/app/document/editor/diagnosis').loginAs(bob)
      const { checks } = response.body().data as { checks: Record<string, string>[] }
      return checks.find(({ check }) => check === 'lost saves')!
    }
    await forgetLosses()
    assert.equal((await lostSaves()).state, 'ok')
    await (await open(ann)).close()
    await open(ann)
    there.stage.server.reset()
    await (await open(bob)).close()
    assert.equal(await sweeps(1), 1)
    const said = await lostSaves()
    assert.deepInclude(said, { state: 'warning' })
    assert.include(said.detail, '1 session went on without')
    assert.include(said.remedy, 'session_lost')
    clock.travel(8 * 24 * HOUR_MS)
    assert.equal((await lostSaves()).state, 'ok')
  })

  test('tell once, however many sweeps meet it', async ({ client, assert }) => {
    const { ann, bob, open } = await twoPeople(client)
    const first = await open(ann)
    first.edit('Ann.')
    there.stage.server.reset()
    await (await open(bob)).close()
    clock.travel(HOUR_MS)
    const look = await app.container.make(LookAfterSessions)
    const told = await Promise.all([look.handle(), look.handle(), look.handle()])
    assert.deepEqual(told.map(({ gone }) => gone).toSorted(), [0, 0, 1])
    assert.lengthOf(toldOfLoss(ann), 1)
  })
})
