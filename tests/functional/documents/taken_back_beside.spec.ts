import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { brokenConnections } from '../../helpers/broken_connections.js'
import { configOf, documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { MINUTE_MS } from '../../helpers/looked_after.js'

test.group('Documents | what is taken back where the rest of it lies beside', (group) => {
  const { there, broken, textsTo, comesBackWithoutRight } = brokenConnections(group)

  const TOLD = /Version 3 had been saved in the same session: what was taken back/

  /** Bob wrote without the right, and left; somebody goes on in his session, alone. */
  async function afterBob(client: ApiClient) {
    const { id, owner, bob, bobs } = await broken(client)
    const carol = await makeOperator()
    const carols = await there.stage.server.open(await configOf(client, id, carol))
    const editor = await comesBackWithoutRight(bob, bobs)
    return { id, owner, bob, carol, carols, editor }
  }

  const placesOf = async (id: number) => (await versionsOf(id)).map(({ beside }) => beside)

  test('is told to whoever took it back, also where the rest lay beside before', async ({
    client,
    assert,
  }) => {
    const { id, owner, bob, carol, carols, editor } = await afterBob(client)
    await carols.forceSave()
    await editor.close()
    carols.edit('By Carol.')
    clock.travel(MINUTE_MS)
    await carols.forceSave()
    clock.travel(MINUTE_MS)
    assert.equal(carols.takeBack(), 'By Carol.')
    await carols.close()
    await there.stage.server.settled()
    assert.deepEqual(await placesOf(id), [false, true, false, true])
    assert.equal((await documentOf(id)).versionNo, 3)
    for (const user of [owner, bob, carol]) {
      assert.match(textsTo(user).at(-1)!, /version 4, beside the present version 3/)
      assert.match(textsTo(user).at(-1)!, TOLD)
    }
    assert.lengthOf(textsTo(carol), 1)
  })

  test('is not told of where nothing was taken back', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const [bob, carol] = [await makeOperator(), await makeOperator()]
    const bobs = await configOf(client, id, bob)
    await (await there.stage.server.open(bobs)).close()
    const carols = await there.stage.server.open(await configOf(client, id, carol))
    carols.edit('By Carol.')
    clock.travel(MINUTE_MS)
    await carols.forceSave()
    clock.travel(5 * MINUTE_MS)
    const editor = await comesBackWithoutRight(bob, bobs)
    await editor.close()
    await carols.close()
    await there.stage.server.settled()
    assert.deepEqual(await placesOf(id), [false, false, true])
    for (const user of [owner, bob, carol]) {
      assert.match(textsTo(user).at(-1)!, /could no longer change the document/)
      assert.notMatch(textsTo(user).at(-1)!, /taken back/)
    }
  })
})
