import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import type { Fate } from '../../fakes/document_server/courier.js'
import type { HeldErrand, Stage } from '../../fakes/document_server/held_courier.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import { configOf, documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { sweep } from '../../helpers/lost_saves.js'
import { until } from '../../helpers/until.js'
import { clock } from '#kernel/state/clock'

test.group('Documents | a last save that is lost after a newer forced save', (group) => {
  const there = lookedAfter(group)

  /** Once it is held there: what goes before it has happened. */
  async function release(attempt: number, stage: Stage, fate: Fate = 'delivered') {
    const held = await heldAt(attempt, stage)
    held.release(fate)
  }

  async function heldAt(attempt: number, stage: Stage): Promise<HeldErrand> {
    const find = () =>
      there.courier.held.find((one) => one.attempt === attempt && one.stage === stage)
    await until(() => find() !== undefined)
    return find()!
  }

  /** Ann's last save is tried again while Bob comes back, saves on the way, and closes: hers is given up after his. */
  async function lostLater(client: ApiClient) {
    const { stage, courier } = there
    const { id } = await staged(client)
    const [ann, bob] = [await makeOperator(), await makeOperator()]
    const handed = await configOf(client, id, bob)
    const first = await stage.server.open(await configOf(client, id, ann))
    first.edit('Ann.')
    courier.holds = ({ status }) => status === 2
    const annCloses = first.close()
    await release(1, 'turn')
    await release(1, 'way', 'request_lost')
    await heldAt(2, 'turn')
    clock.travel(MINUTE_MS)
    const second = await stage.server.open(handed)
    second.edit('Bob.')
    await second.forceSave()
    clock.travel(MINUTE_MS)
    const bobCloses = second.close()
    await release(1, 'turn')
    const bobs = await heldAt(1, 'way')
    for (const attempt of [2, 3]) {
      await release(attempt, 'turn')
      await release(attempt, 'way', 'request_lost')
    }
    await release(4, 'turn')
    const anns = await heldAt(4, 'way')
    courier.holds = () => false
    courier.fate = () => 'request_lost'
    bobs.release('request_lost')
    await bobCloses
    clock.travel(MINUTE_MS)
    anns.release('request_lost')
    await annCloses
    await stage.server.settled()
    courier.fate = () => 'delivered'
    return { id, ann, bob }
  }

  test('lies beside it, and is told', async ({ client, assert }) => {
    const { id, ann, bob } = await lostLater(client)
    await sweep()
    const { versionNo } = await documentOf(id)
    const { bytes } = await download(client, `/app/document/${id}/versions/${versionNo}/content`)
    assert.deepEqual(documentTexts(bytes, 'docx'), ['Ann.', 'Bob.'])
    const versions = await versionsOf(id)
    assert.deepEqual(
      versions.map(({ kind, beside }) => [kind, beside]),
      [
        ['blank', false],
        ['forced_save', false],
        ['recovered', true],
      ]
    )
    for (const person of [ann, bob]) assert.isNotEmpty(there.notices.toldTo(person.id))
  })
})
