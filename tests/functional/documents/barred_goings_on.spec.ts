import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { Editor } from '../../fakes/document_server/editor.js'
import { makeOperator } from '../../helpers/accounts.js'
import { brokenConnections } from '../../helpers/broken_connections.js'
import { configOf, staged, takeRights, versionsOf } from '../../helpers/editor_stage.js'
import { MINUTE_MS } from '../../helpers/looked_after.js'
import { stagedUndated } from '../../helpers/undated_document.js'

const FORMATS = [
  { format: 'dated', opened: staged },
  { format: 'undated', opened: stagedUndated },
]

for (const { format, opened } of FORMATS)
  test.group(`Documents | what somebody goes on with who was barred, ${format}`, (group) => {
    const { there, review, open, newestOf, textsTo, ...pages } = brokenConnections(group)

    /** Bob was inside with the owner, who stays and changes nothing. */
    async function inside(client: ApiClient) {
      const { id, owner, config } = await opened(client)
      const bob = await makeOperator()
      const bobs = await configOf(client, id, bob)
      const mine = await there.stage.server.open(config)
      return { id, owner, bob, bobs, mine, first: await there.stage.server.open(bobs) }
    }

    /** With the right, before it is lost. */
    async function writes(editor: Editor, isSaved: boolean) {
      editor.edit('By Bob, with the right.')
      clock.travel(MINUTE_MS)
      if (isSaved) await editor.forceSave()
      await editor.close()
      clock.travel(5 * MINUTE_MS)
    }

    async function close(...editors: Editor[]) {
      for (const editor of editors) await editor.close()
      await there.stage.server.settled()
    }

    for (const isSaved of [true, false])
      for (const isForced of [true, false])
        test(`lies beside: a run of before, ${isSaved ? '' : 'not '}saved then; ${isForced ? 'forced' : 'last'} save`, async ({
          client,
          assert,
        }) => {
          const { id, owner, bob, bobs, mine, first } = await inside(client)
          await writes(first, isSaved)
          const again = await pages.comesBackWithoutRight(bob, bobs)
          if (isForced) await again.forceSave()
          else await close(again, mine)
          assert.include(await newestOf(id), { no: isSaved ? 3 : 2, beside: true })
          for (const user of [bob, owner])
            assert.match(textsTo(user).at(-1)!, /could no longer change the document/)
          await close(again, mine)
        })

    for (const isSaved of [true, false])
      test(`is present where they came back and changed nothing more, ${isSaved ? '' : 'not '}saved before`, async ({
        client,
        assert,
      }) => {
        const { id, bob, bobs, mine, first } = await inside(client)
        await writes(first, isSaved)
        takeRights(there.stage, bob)
        await review()
        clock.travel(5 * MINUTE_MS)
        const again = await open(bobs, false)
        clock.travel(MINUTE_MS)
        await close(again, mine)
        assert.include(await newestOf(id), { no: 2, beside: false })
      })

    test('lies beside each time that it is saved, and none takes the place of another', async ({
      client,
      assert,
    }) => {
      const { id, bob, bobs, mine, first } = await inside(client)
      await first.close()
      const again = await pages.comesBackWithoutRight(bob, bobs)
      await again.forceSave()
      const { fileId } = (await versionsOf(id)).at(-1)!
      again.edit('More by Bob, who may not.')
      clock.travel(MINUTE_MS)
      await again.forceSave()
      again.edit('And more.')
      clock.travel(MINUTE_MS)
      await close(again, mine)
      const versions = await versionsOf(id)
      assert.deepEqual(
        versions.map(({ beside }) => beside),
        [false, true, true, true]
      )
      assert.equal(versions[1]!.fileId, fileId)
    })
  })
