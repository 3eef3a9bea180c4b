import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { editDocument } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { goingOn, staged } from '../../helpers/editor_stage.js'
import { lossStage } from '../../helpers/loss_stage.js'
import { loseWork, sweep } from '../../helpers/lost_saves.js'
import { blankBytes } from '../../helpers/packages.js'

const HOUR_MS = 3_600_000

test.group('Documents | lost work over which somebody else has saved', (group) => {
  const there = lossStage(group)
  const { lossesOf, toldAsGone } = there

  /** It is known, and cannot be had for now. */
  async function known(client: ApiClient) {
    const made = await staged(client)
    const { key } = made.config.document
    await loseWork(there.stage, made.config)
    there.stage.server.store.misplace(key)
    await sweep({ evenWaiting: true })
    return { ...made, key }
  }

  async function opened(client: ApiClient, id: number) {
    const config = await goingOn(there.stage, client, id, await makeOperator())
    return there.stage.server.open(config)
  }

  /** While the store cannot be read. */
  async function unseen(client: ApiClient) {
    const lost = await known(client)
    there.stage.server.faults.unreadable = true
    return { ...lost, editor: await opened(client, lost.id) }
  }

  async function sweepForTwoDays() {
    for (let hour = 0; hour < 48; hour++) {
      clock.travel(HOUR_MS)
      await sweep()
    }
  }

  test('is told as gone, for the save of who did not see it has nothing of it', async ({
    client,
    assert,
  }) => {
    const { id, owner, key, editor } = await unseen(client)
    editor.edit('By somebody who did not see it.')
    await editor.close()
    delete there.stage.server.faults.unreadable
    there.stage.server.store.deleteForgotten(key)
    await sweep()
    assert.lengthOf(await lossesOf(id), 1)
    await sweepForTwoDays()
    assert.lengthOf(toldAsGone(owner.id), 1)
    assert.lengthOf(await lossesOf(id), 0)
  })

  test('is settled by a save that was made upon it', async ({ client, assert }) => {
    const { id, key, owner } = await known(client)
    there.stage.server.store.forget(
      key,
      'docx',
      editDocument(blankBytes(), 'docx', { text: 'Lost.' })
    )
    const seeing = await opened(client, id)
    seeing.edit('By somebody who saw it.')
    await seeing.close()
    await sweep()
    assert.lengthOf(await lossesOf(id), 0)
    await sweepForTwoDays()
    assert.lengthOf(toldAsGone(owner.id), 0)
  })

  test('is not settled by a form that was submitted meanwhile', async ({ client, assert }) => {
    const { id, owner, editor } = await unseen(client)
    await editor.submitForm([])
    await editor.close()
    const refused = await client.delete(`/app/document/${id}`).loginAs(owner)
    refused.assertStatus(409)
    assert.lengthOf(await lossesOf(id), 1)
  })
})
