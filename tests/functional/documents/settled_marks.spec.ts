import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { SessionInquiry } from '../../../app/plugins/documents/live/session_inquiry.js'
import Document from '../../../app/plugins/documents/models/document.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, staged, takeRights } from '../../helpers/editor_stage.js'
import { HOUR_MS, lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'

test.group('Documents | a loss that people were told of', (group) => {
  const there = lookedAfter(group)
  let client: ApiClient
  let [ann, bob]: User[] = []
  let id: number

  const open = async (who: User) => there.stage.server.open(await configOf(client, id, who))
  const comeAndGo = async () => (await open(bob!)).close()
  const ask = async () => {
    const { editorKey } = await actAsSystem('test', () => Document.findOrFail(id))
    await (await app.container.make(SessionInquiry)).ask({ id, editorKey })
  }

  /** How often Ann was, in the end. */
  async function toldLater() {
    clock.travel(3 * HOUR_MS)
    await there.lookAfter()
    clock.travel(3 * HOUR_MS)
    await there.lookAfter()
    await there.lookAfter()
    return there.toldOfLoss(ann!).length
  }

  group.each.setup(async ({ context, ...one }) => {
    client = context.client
    ;[ann, bob] = [await makeOperator(), await makeOperator()]
    const { id: made, config } = await staged(client, ann)
    id = made
    const editor = await there.stage.server.open(config)
    clock.travel(10 * MINUTE_MS)
    editor.edit('Not saved.')
    there.stage.server.loseStorage({ keepsForgotten: true })
    clock.travel(10 * MINUTE_MS)
    await comeAndGo()
    context.assert.equal(await toldLater(), 1, one.title)
    clock.travel(18 * HOUR_MS)
  })

  const nothing = async () => undefined
  for (const [what, happens] of [
    ['nothing else happens', nothing],
    ['somebody else comes and goes', comeAndGo],
    ['it is asked who is inside', ask],
  ] as const)
    for (const rights of ['the same', 'other'])
      test(`is not told again where they come the next day with ${rights} rights, and ${what}`, async ({
        assert,
      }) => {
        if (rights === 'other') takeRights(there.stage, ann!, ['fill'])
        const editor = await open(ann!)
        clock.travel(5 * MINUTE_MS)
        await happens()
        clock.travel(5 * MINUTE_MS)
        editor.edit('Of the next day.')
        await editor.close()
        assert.equal(await toldLater(), 1)
      })

  test('is not told again where they look in day after day', async ({ assert }) => {
    for (let day = 0; day < 3; day++) {
      const editor = await open(ann!)
      clock.travel(5 * MINUTE_MS)
      await comeAndGo()
      clock.travel(5 * MINUTE_MS)
      await editor.close()
      assert.equal(await toldLater(), 1)
      clock.travel(17 * HOUR_MS)
    }
  })
})
