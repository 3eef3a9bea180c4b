import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, giveRights, staged, takeRights } from '../../helpers/editor_stage.js'
import { brokenConnections } from '../../helpers/broken_connections.js'
import { HOUR_MS, MINUTE_MS } from '../../helpers/looked_after.js'
import { lose, sweep } from '../../helpers/lost_saves.js'

test.group(
  'Documents | a page whose connection broke comes back, once the right is lost',
  (group) => {
    const { there, review, broken, open, remove, newestOf, textsTo, ...pages } =
      brokenConnections(group)
    const { comesBack, comesBackWithoutRight } = pages

    for (const isAlone of [true, false])
      for (const afterMs of [5 * MINUTE_MS, 3 * HOUR_MS])
        test(`unheard, without the right, ${afterMs / MINUTE_MS} minutes later${isAlone ? '' : ', with others inside'}: what they write lies beside`, async ({
          client,
          assert,
        }) => {
          const { id, owner, config, bob, bobs } = await broken(client)
          const mine = isAlone ? null : await there.stage.server.open(config)
          const editor = await comesBackWithoutRight(bob, bobs, afterMs)
          await editor.close()
          await mine?.close()
          await there.stage.server.settled()
          assert.include(await newestOf(id), { no: 2, beside: true, authorId: bob.id })
          for (const user of [bob, owner])
            assert.match(textsTo(user)[0]!, /could no longer change the document/)
        })

    const STAYS = ['sent out by a review', 'left, and reviewed', 'left, and reviewed for hours']

    for (const stay of STAYS)
      for (const isAlone of [true, false])
        test(`unheard, without the right, ${stay}${isAlone ? '' : ', with others inside'}: what they wrote lies beside`, async ({
          client,
          assert,
        }) => {
          const { id, owner, config, bob, bobs } = await broken(client)
          const mine = isAlone ? null : await there.stage.server.open(config)
          const editor = await comesBackWithoutRight(bob, bobs)
          if (stay === STAYS[0]) await review()
          else await editor.close()
          for (let round = stay === STAYS[2] ? 5 : 1; round > 0; round--) {
            await review()
            clock.travel(HOUR_MS)
          }
          await mine?.close()
          await there.stage.server.settled()
          assert.include(await newestOf(id), { no: 2, beside: true, authorId: bob.id })
          for (const user of [bob, owner])
            assert.match(textsTo(user)[0]!, /could no longer change the document/)
        })

    for (const stay of STAYS.slice(0, 2))
      test(`unheard, without the right, after a forced save of theirs, ${stay}: what they wrote lies beside`, async ({
        client,
        assert,
      }) => {
        const { id, owner, config } = await staged(client)
        const bob = await makeOperator()
        const bobs = await configOf(client, id, bob)
        const mine = await there.stage.server.open(config)
        const first = await there.stage.server.open(bobs)
        first.edit('By Bob, with the right.')
        clock.travel(MINUTE_MS)
        await first.forceSave()
        await first.close()
        clock.travel(5 * MINUTE_MS)
        const again = await comesBackWithoutRight(bob, bobs)
        if (stay === STAYS[0]) await review()
        else await again.close()
        await mine.close()
        await there.stage.server.settled()
        assert.include(await newestOf(id), { no: 3, beside: true })
        for (const user of [bob, owner])
          assert.match(textsTo(user).at(-1)!, /could no longer change the document/)
      })

    test('unheard, without the right, and what they wrote is lost: it is brought back beside', async ({
      client,
      assert,
    }) => {
      const { id, owner, config } = await staged(client)
      const owners = await there.stage.server.open(config)
      owners.edit('By the owner.')
      await owners.close()
      const bob = await makeOperator()
      const bobs = await configOf(client, id, bob)
      await (await there.stage.server.open(bobs)).close()
      clock.travel(5 * MINUTE_MS)
      const again = await comesBackWithoutRight(bob, bobs)
      await lose(there.stage, again)
      await sweep()
      assert.include(await newestOf(id), { no: 3, kind: 'recovered', beside: true })
      for (const user of [bob, owner])
        assert.match(textsTo(user).at(-1)!, /could no longer change the document/)
    })

    test('unheard, with the right given back and looked at: what they write is present', async ({
      client,
      assert,
    }) => {
      const { id, bob, bobs } = await broken(client)
      takeRights(there.stage, bob)
      await review()
      clock.travel(MINUTE_MS)
      giveRights(there.stage, bob)
      await review()
      clock.travel(MINUTE_MS)
      await (await comesBack(bobs, 'By Bob.')).close()
      assert.include(await newestOf(id), { no: 2, kind: 'save', beside: false, authorId: bob.id })
      assert.lengthOf(there.notices.toldTo(bob.id), 0)
    })

    test('unheard, without the right, to what was in the trash since: it lies beside', async ({
      client,
      assert,
    }) => {
      const { id, owner, bob, bobs } = await broken(client)
      takeRights(there.stage, bob)
      await review()
      ;(await remove(client, id, owner)).assertStatus(200)
      const back = await client.post(`/app/document/trash/${id}/restore`).loginAs(owner)
      back.assertStatus(200)
      clock.travel(MINUTE_MS)
      await (await comesBack(bobs)).close()
      assert.include(await newestOf(id), { no: 2, beside: true, authorId: bob.id })
    })

    test('unheard, while others write, and are sent out within a minute', async ({
      client,
      assert,
    }) => {
      const { config, bob, bobs } = await broken(client)
      const mine = await there.stage.server.open(config)
      takeRights(there.stage, bob)
      await review()
      clock.travel(3 * HOUR_MS)
      await review()
      const editor = await open(bobs, false)
      await review()
      assert.isFalse(editor.isOpen)
      await mine.close()
    })

    test('heard, with the right given back: what they write is present', async ({
      client,
      assert,
    }) => {
      const { id, bob, bobs } = await broken(client)
      takeRights(there.stage, bob)
      await review()
      clock.travel(MINUTE_MS)
      giveRights(there.stage, bob)
      const editor = await open(bobs, true)
      editor.edit('By Bob.')
      clock.travel(MINUTE_MS)
      await editor.close()
      assert.include(await newestOf(id), { no: 2, kind: 'save', beside: false, authorId: bob.id })
    })

    test('what was written with the right stays what it is, though it comes once that is lost', async ({
      client,
      assert,
    }) => {
      const { id } = await staged(client)
      const bob = await makeOperator()
      const editor = await there.stage.server.open(await configOf(client, id, bob))
      editor.edit('By Bob.')
      clock.travel(MINUTE_MS)
      there.courier.holds = ({ status }) => status === 2
      const closing = editor.close()
      takeRights(there.stage, bob)
      await review()
      there.courier.holds = () => false
      for (const one of [...there.courier.held]) one.release()
      await closing
      assert.include(await newestOf(id), { no: 2, kind: 'save', beside: false, authorId: bob.id })
    })
  }
)
