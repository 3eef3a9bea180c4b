import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { brokenConnections } from '../../helpers/broken_connections.js'
import { configOf, giveRights, staged, takeRights, unobeying } from '../../helpers/editor_stage.js'
import { MINUTE_MS } from '../../helpers/looked_after.js'

test.group('Documents | what was written before its writer came without the right', (group) => {
  const { there, review, open, newestOf, textsTo } = brokenConnections(group)

  const BESIDE = { no: 2, beside: true }
  const PRESENT = { no: 2, kind: 'save', beside: false }

  const RETURNS = [
    { isHeard: true, goesOn: true },
    { isHeard: true, goesOn: false },
    { isHeard: false, goesOn: false },
  ]

  for (const { isHeard, goesOn } of RETURNS)
    test(`${goesOn ? 'and went on' : 'and changed nothing more'}, ${isHeard ? 'heard' : 'unheard'}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, config } = await staged(client)
      const bob = await makeOperator()
      const bobs = await configOf(client, id, bob)
      const mine = await there.stage.server.open(config)
      const editor = await there.stage.server.open(bobs)
      editor.edit('By Bob, with the right.')
      await editor.close()
      clock.travel(5 * MINUTE_MS)
      takeRights(there.stage, bob)
      await review()
      clock.travel(5 * MINUTE_MS)
      const again = goesOn ? await unobeying(there.stage, bobs) : await open(bobs, isHeard)
      if (goesOn) again.edit('By Bob, who may not.')
      clock.travel(MINUTE_MS)
      await again.close()
      await mine.close()
      await there.stage.server.settled()
      assert.include(await newestOf(id), goesOn ? BESIDE : PRESENT)
      assert.equal(textsTo(owner).length > 0, goesOn)
    })

  for (const goesOn of [true, false])
    test(`stayed although told to leave, ${goesOn ? 'and went on' : 'and changed nothing more'}`, async ({
      client,
      assert,
    }) => {
      there.stage.configure({ sessionEndSeconds: 0.1 })
      const { id, config } = await staged(client)
      const bob = await makeOperator()
      const mine = await there.stage.server.open(config)
      const editor = await there.stage.server.open(await configOf(client, id, bob))
      editor.obeys = false
      editor.edit('By Bob, with the right.')
      clock.travel(5 * MINUTE_MS)
      takeRights(there.stage, bob)
      await review()
      clock.travel(5 * MINUTE_MS)
      if (goesOn) editor.edit('By Bob, who may not.')
      clock.travel(MINUTE_MS)
      await editor.close()
      await mine.close()
      await there.stage.server.settled()
      assert.include(await newestOf(id), { beside: goesOn })
      there.stage.configure()
    })

  test('came without it and wrote first then', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const bob = await makeOperator()
    const bobs = await configOf(client, id, bob)
    const mine = await there.stage.server.open(config)
    takeRights(there.stage, bob)
    const editor = await unobeying(there.stage, bobs)
    editor.edit('By Bob, who may not.')
    clock.travel(MINUTE_MS)
    await editor.close()
    await mine.close()
    await there.stage.server.settled()
    assert.include(await newestOf(id), BESIDE)
  })
})

test.group('Documents | whoever may do less, and was let in with that', (group) => {
  const { there, review, broken, comesBack, newestOf, textsTo } = brokenConnections(group)

  const ORDERS = ['before the loss is seen', 'once the loss is seen']

  for (const order of ORDERS)
    for (const isAlone of [true, false])
      test(`comes back unheard as what they were, opened anew ${order}${isAlone ? '' : ', others inside'}`, async ({
        client,
        assert,
      }) => {
        const { id, owner, config, bob, bobs } = await broken(client)
        const mine = isAlone ? null : await there.stage.server.open(config)
        takeRights(there.stage, bob, ['edit'])
        if (order === ORDERS[1]) await review()
        const commenter = await there.stage.server.open(await configOf(client, id, bob))
        await review()
        assert.isTrue(commenter.isOpen)
        clock.travel(5 * MINUTE_MS)
        const editor = await comesBack(bobs)
        await review()
        await editor.close()
        await commenter.close()
        await mine?.close()
        await there.stage.server.settled()
        assert.include(await newestOf(id), { no: 2, beside: true, authorId: bob.id })
        for (const user of [bob, owner])
          assert.match(textsTo(user)[0]!, /could no longer change the document/)
      })

  test('is believed in the next session', async ({ client, assert }) => {
    const { id, bob } = await broken(client)
    takeRights(there.stage, bob, ['edit'])
    await review()
    const first = await there.stage.server.open(await configOf(client, id, bob))
    first.edit('A comment.')
    clock.travel(MINUTE_MS)
    await first.close()
    await there.stage.server.settled()
    const next = await there.stage.server.open(await configOf(client, id, bob))
    next.edit('Another comment.')
    clock.travel(MINUTE_MS)
    await next.close()
    await there.stage.server.settled()
    assert.include(await newestOf(id), { no: 3, beside: false })
  })

  test('with as much in another login as in the one that they lost: it is present', async ({
    client,
    assert,
  }) => {
    const { id, bob, bobs } = await broken(client)
    takeRights(there.stage, bob)
    await review()
    giveRights(there.stage, bob)
    const anew = await configOf(client, id, bob)
    clock.travel(MINUTE_MS)
    await (await comesBack(bobs, 'By Bob.')).close()
    await (await there.stage.server.open(anew)).close()
    await there.stage.server.settled()
    assert.include(await newestOf(id), { no: 2, beside: false })
  })
})
