import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { configOf, documentOf, lookingAt, versionsOf } from '../../helpers/editor_stage.js'
import { HOUR_MS, lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { lose, sweep } from '../../helpers/lost_saves.js'

test.group('Documents | lost saves that were given up', (group) => {
  const there = lookedAfter(group)
  group.each.teardown(() => relent())

  const hinder = {
    'is not handed out': () => void (there.stage.server.faults.withheld = true),
    'is too large': () => there.stage.configure({ downloadLimit: 100 }),
  }
  type Hindrance = keyof typeof hinder

  function relent() {
    delete there.stage.server.faults.withheld
    there.stage.configure()
  }

  async function lookAfterForDays() {
    for (let times = 0; times < 3; times++) {
      clock.travel(13 * HOUR_MS)
      await there.lookAfter()
    }
  }

  async function givenUp(client: ApiClient, why: Hindrance) {
    const made = await there.twoPeople(client)
    const { id, ann } = made
    const [config, looking] = [await configOf(client, id, ann), await lookingAt(client, id)]
    const editor = await there.stage.server.open(config)
    editor.edit('Given up.')
    clock.travel(MINUTE_MS)
    await lose(there.stage, editor)
    hinder[why]()
    await sweep()
    const path = `/app/document/${id}`
    ;(await client.delete(`${path}/unsaved-work`).loginAs(ann)).assertStatus(200)
    const said = there.notices.heard.length
    const toldSince = () => there.notices.heard.slice(said).map(({ notice }) => notice.body)
    return { ...made, path, config, looking, toldSince }
  }

  for (const why of Object.keys(hinder) as Hindrance[]) {
    test(`lie beside when they can be had after all: ${why}`, async ({ client, assert }) => {
      const { id, toldSince } = await givenUp(client, why)
      await lookAfterForDays()
      relent()
      clock.travel(26 * HOUR_MS)
      await there.lookAfter()
      assert.containsSubset((await versionsOf(id)).at(-1)!.$attributes, {
        no: 2,
        kind: 'recovered',
        beside: true,
      })
      assert.equal((await documentOf(id)).versionNo, 1)
      const told = toldSince().at(-1)!
      assert.include(told, 'kept as version 2, beside the present version 1')
      assert.include(told, 'had been given up')
    })
  }

  test('lie beside as well where the document was restored since', async ({ client, assert }) => {
    const { id, bob, path, toldSince } = await givenUp(client, 'is not handed out')
    ;(await client.post(`${path}/versions/1/restore`).loginAs(bob)).assertStatus(200)
    relent()
    clock.travel(26 * HOUR_MS)
    await there.lookAfter()
    const brought = (await versionsOf(id)).filter(({ kind }) => kind === 'recovered')
    assert.deepEqual(
      brought.map(({ beside }) => beside),
      [true]
    )
    assert.include(toldSince().join(), 'had been given up')
  })

  test('are told of where somebody came back since, and lost more', async ({ client, assert }) => {
    const { config, looking, toldSince } = await givenUp(client, 'is not handed out')
    await there.stage.server.open(looking)
    const again = await there.stage.server.open(config)
    again.edit('More.')
    clock.travel(MINUTE_MS)
    await lose(there.stage, again)
    hinder['is not handed out']()
    await lookAfterForDays()
    assert.include(toldSince().join(), 'does not hand them out')
  })
})
