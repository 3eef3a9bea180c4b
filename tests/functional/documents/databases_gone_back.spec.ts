import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { Editor } from '../../fakes/document_server/editor.js'
import { goBack } from '../../fakes/document_server/gone_back.js'
import { configOf, documentOf, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'

const TOLD = /version 2 had been saved in the same session, and nothing shows that they came after/

test.group('Documents | a document server whose database goes back', (group) => {
  const around = lookedAfter(group)

  const textsTo = ({ id }: { id: number }) => around.notices.toldTo(id).map(({ body }) => body)

  const placesOf = async (id: number) => (await versionsOf(id)).map(({ beside }) => beside)

  /** Bob is inside when Ann comes. */
  async function session(client: ApiClient) {
    const { id, ann, bob, open } = await around.twoPeople(client)
    const page = await configOf(client, id, bob)
    const bobs = await around.stage.server.open(page)
    const anns = await open(ann)
    return { id, ann, bob, bobs, anns, page }
  }

  function goneBack({ room }: Editor, count: number): void {
    clock.travel(MINUTE_MS)
    goBack(room, count)
    clock.travel(MINUTE_MS)
  }

  for (const forced of [false, true]) {
    test(`does not take away what somebody saved and left, saved on the way: ${forced}`, async ({
      client,
      assert,
    }) => {
      const { id, ann, bob, bobs, anns } = await session(client)
      anns.edit('By Ann.')
      await anns.forceSave()
      await anns.close()
      goneBack(bobs, 0)
      bobs.edit('By Bob.')
      if (forced) await bobs.forceSave()
      bobs.edit('More by Bob.')
      clock.travel(MINUTE_MS)
      await bobs.close()
      assert.equal((await documentOf(id)).versionNo, 2)
      assert.deepEqual(await placesOf(id), [false, false, true])
      for (const one of [ann, bob]) {
        assert.lengthOf(textsTo(one), 1)
        assert.match(textsTo(one)[0]!, TOLD)
      }
    })
  }

  test('nor where what was written before that is left', async ({ client, assert }) => {
    const { id, ann, bobs, anns } = await session(client)
    bobs.edit('By Bob.')
    anns.edit('By Ann.')
    await anns.forceSave()
    await anns.close()
    goneBack(bobs, 1)
    await bobs.close()
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.match(textsTo(ann).at(-1)!, TOLD)
  })

  test('nor where who had saved it is still inside, and leaves last', async ({
    client,
    assert,
  }) => {
    const { id, ann, bobs, anns } = await session(client)
    anns.edit('By Ann.')
    await anns.forceSave()
    goneBack(bobs, 0)
    bobs.edit('By Bob.')
    await bobs.close()
    await anns.close()
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.deepEqual(await placesOf(id), [false, false, true])
    assert.match(textsTo(ann).at(-1)!, TOLD)
  })

  test('nor where everybody was thrown out, and a page connects again', async ({
    client,
    assert,
  }) => {
    const { id, ann, anns, bobs, page } = await session(client)
    anns.edit('By Ann.')
    await anns.forceSave()
    around.stage.server.crash()
    goneBack(bobs, 0)
    const back = await around.stage.server.open(page)
    back.edit('By Bob.')
    await back.close()
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.deepEqual(await placesOf(id), [false, false, true])
    assert.match(textsTo(ann).at(-1)!, TOLD)
  })

  for (const goesOn of [false, true]) {
    test(`is told from who takes back all of theirs, and goes on: ${goesOn}`, async ({
      client,
      assert,
    }) => {
      const { id, ann, bob, open } = await around.twoPeople(client)
      const anns = await open(ann)
      anns.edit('By Ann.')
      await anns.forceSave()
      clock.travel(MINUTE_MS)
      assert.equal(anns.takeBack(), 'By Ann.')
      clock.travel(MINUTE_MS)
      if (goesOn) anns.edit('Better.')
      const bobs = await open(bob)
      clock.travel(MINUTE_MS)
      bobs.edit('By Bob.')
      await (goesOn ? anns : bobs).close()
      await (goesOn ? bobs : anns).close()
      assert.equal((await documentOf(id)).versionNo, 3)
      assert.isEmpty([...textsTo(ann), ...textsTo(bob)])
    })
  }
})
