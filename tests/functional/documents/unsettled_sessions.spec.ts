import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { LookAfterSessions } from '../../../app/plugins/documents/recovery/look_after_sessions.js'
import { makeOperator } from '../../helpers/accounts.js'
import { actionsOf, configOf, versionsOf } from '../../helpers/editor_stage.js'
import { loseWork } from '../../helpers/lost_saves.js'

import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'

test.group('Documents | sessions that are settled without somebody’s work', (group) => {
  const there = lookedAfter(group)
  const { notices, sweeps, toldOfLoss, twoPeople, unheard } = there

  for (const [what, minutes] of [
    ['at once', 0],
    ['after a while', 20],
  ] as const)
    for (const edits of [true, false])
      test(`tell once who was inside when it forgot all, where another comes ${what}${edits ? '' : ' to look'}`, async ({
        client,
        assert,
      }) => {
        const { id, ann, bob, open } = await twoPeople(client)
        const first = await open(ann)
        first.edit('Ann.')
        there.stage.server.reset()
        clock.travel(minutes * MINUTE_MS)
        const second = await open(bob)
        clock.travel(minutes * MINUTE_MS)
        if (edits) second.edit('Bob.')
        await second.close()
        assert.equal(await sweeps(), 1)
        const [told, ...more] = toldOfLoss(ann)
        assert.lengthOf(more, 0)
        assert.include(told!.body, 'cannot be told')
        assert.include(told!.body, `present version is ${edits ? 2 : 1}`)
        assert.lengthOf(notices.toldTo(bob.id), 0)
        assert.equal((await actionsOf(id)).filter((one) => one === 'session_lost').length, 1)
      })

  test('tell nobody before their leaving may be heard, nor once it is', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob, open } = await twoPeople(client)
    const first = await open(ann)
    const { key } = first.room
    const { callbackUrl } = (await configOf(client, id, ann)).editorConfig
    there.stage.server.reset()
    const second = await open(bob)
    second.edit('Bob.')
    await second.close()
    await (await app.container.make(LookAfterSessions)).handle()
    assert.lengthOf(toldOfLoss(ann), 0)
    const actions = [{ type: 0, userid: String(ann.id) }]
    const payload = { key, status: 1, users: [String(bob.id)], actions }
    await there.stage.server.sendCallback({ callbackUrl: callbackUrl!, payload })
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('tell nobody whose leaving was not heard, and whose work the last save names', async ({
    client,
    assert,
  }) => {
    const { ann, bob, open } = await twoPeople(client)
    const [first, second] = [await open(ann), await open(bob)]
    first.edit('Ann.')
    await unheard(() => first.close())
    second.edit('Bob.')
    await second.close()
    assert.equal(await sweeps(), 0)
    assert.lengthOf([...notices.toldTo(ann.id), ...notices.toldTo(bob.id)], 0)
  })

  test('tell nobody where others were inside all along', async ({ client, assert }) => {
    const { id, ann, bob, open } = await twoPeople(client)
    const carol = await makeOperator()
    const second = await open(bob)
    clock.travel(5 * MINUTE_MS)
    const first = await open(ann)
    await unheard(() => first.close())
    clock.travel(5 * MINUTE_MS)
    const third = await there.stage.server.open(await configOf(client, id, carol))
    third.edit('Carol.')
    await second.close()
    await third.close()
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('tell nobody where a crash left all changes where they were', async ({ client, assert }) => {
    const { id, ann, bob, open } = await twoPeople(client)
    const first = await open(ann)
    first.edit('Ann.')
    there.stage.server.crash()
    clock.travel(10 * MINUTE_MS)
    const second = await open(bob)
    clock.travel(10 * MINUTE_MS)
    second.edit('Bob.')
    await second.close()
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('tell who left their work to somebody who is gone', async ({ client, assert }) => {
    const { id, ann, bob, open } = await twoPeople(client)
    const carol = await makeOperator()
    const [first] = [await open(ann), await open(bob)]
    first.edit('Ann.')
    clock.travel(MINUTE_MS)
    await first.close()
    clock.travel(MINUTE_MS)
    there.stage.server.reset()
    const third = await there.stage.server.open(await configOf(client, id, carol))
    third.edit('Carol.')
    await third.forceSave()
    await third.close()
    assert.isAbove(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 1)
    assert.lengthOf(toldOfLoss(bob), 1)
    assert.lengthOf(notices.toldTo(carol.id), 0)
  })

  for (const minutes of [0, 10])
    test(`tell who came back themselves ${minutes} minutes after it forgot all`, async ({
      client,
      assert,
    }) => {
      const { ann, open } = await twoPeople(client)
      const first = await open(ann)
      first.edit('Before.')
      there.stage.server.reset()
      clock.travel(minutes * MINUTE_MS)
      const again = await open(ann)
      clock.travel(MINUTE_MS)
      again.edit('After.')
      await again.close()
      assert.equal(await sweeps(), 1)
      assert.lengthOf(toldOfLoss(ann), 1)
    })

  test('tell who left their work to somebody who is gone, and came again', async ({
    client,
    assert,
  }) => {
    const { ann, bob, open } = await twoPeople(client)
    const [first] = [await open(ann), await open(bob)]
    first.edit('Before.')
    await first.close()
    there.stage.server.reset()
    const again = await open(ann)
    again.edit('After.')
    await again.close()
    assert.equal(await sweeps(), 1)
    for (const one of [ann, bob]) assert.lengthOf(toldOfLoss(one), 1)
  })

  test('tell who left their work to somebody who is gone and comes again', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob, open } = await twoPeople(client)
    const theirs = await configOf(client, id, ann)
    const [first, second] = [await there.stage.server.open(theirs), await open(bob)]
    first.edit('Ann.')
    second.edit('Bob.')
    clock.travel(MINUTE_MS)
    await second.close()
    clock.travel(MINUTE_MS)
    there.stage.server.reset()
    const again = await there.stage.server.open(theirs)
    again.edit('After.')
    await again.close()
    assert.equal(await sweeps(), 1)
    for (const one of [ann, bob]) assert.lengthOf(toldOfLoss(one), 1)
  })

  for (const isUnheard of [true, false])
    test(`tell who comes to the next session${isUnheard ? ' unheard' : ''}, and leaves that`, async ({
      client,
      assert,
    }) => {
      const { ann, bob, open } = await twoPeople(client)
      const first = await open(bob)
      first.edit('Bob.')
      there.stage.server.reset()
      const second = await open(ann)
      second.edit('Ann.')
      await second.close()
      const next = await (isUnheard ? unheard(() => open(bob)) : open(bob))
      await open(ann)
      await next.close()
      assert.equal(await sweeps(), 1)
      assert.lengthOf(toldOfLoss(bob), 1)
    })

  test('tell nobody who had it open in two windows', async ({ client, assert }) => {
    const { ann, open } = await twoPeople(client)
    const first = await open(ann)
    clock.travel(10 * MINUTE_MS)
    const second = await open(ann)
    clock.travel(10 * MINUTE_MS)
    second.edit('In the second.')
    await first.close()
    await second.close()
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('tell whose last save was never heard of, and is kept no more', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob, open } = await twoPeople(client)
    await loseWork(there.stage, await configOf(client, id, ann))
    there.stage.server.reset()
    const second = await open(bob)
    second.edit('Bob.')
    await second.close()
    assert.equal(await sweeps(), 1)
    assert.lengthOf(toldOfLoss(ann), 1)
  })
})
