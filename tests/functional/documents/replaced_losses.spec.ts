import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import DocumentLoss from '../../../app/plugins/documents/models/document_loss.js'
import { editDocument } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  forgetLosses,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, loseWork, sweep } from '../../helpers/lost_saves.js'
import { blankBytes } from '../../helpers/packages.js'

const HOUR_MS = 3_600_000

test.group('Documents | lost work over which somebody else has saved', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    await forgetLosses()
    return () => stage.close()
  })
  group.each.teardown(async () => {
    clock.restore()
    stage.configure()
    delete stage.server.faults.unreadable
    forgetKept(stage)
    await forgetLosses()
  })

  const lossesOf = (documentId: number) => DocumentLoss.query().where({ documentId })
  const toldAsGone = (userId: number) =>
    notices.toldTo(userId).filter(({ body }) => body.includes('keeps them no more'))

  /** It is known, and cannot be had for now. */
  async function known(client: ApiClient) {
    const made = await staged(client)
    const { key } = made.config.document
    await loseWork(stage, made.config)
    stage.server.store.misplace(key)
    await sweep({ evenWaiting: true })
    return { ...made, key }
  }

  async function opened(client: ApiClient, id: number) {
    return stage.server.open(await configOf(client, id, await makeOperator()))
  }

  /** While the store cannot be read. */
  async function unseen(client: ApiClient) {
    const lost = await known(client)
    stage.server.faults.unreadable = true
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
    delete stage.server.faults.unreadable
    stage.server.store.deleteForgotten(key)
    await sweep()
    assert.lengthOf(await lossesOf(id), 1)
    await sweepForTwoDays()
    assert.lengthOf(toldAsGone(owner.id), 1)
    assert.lengthOf(await lossesOf(id), 0)
  })

  test('is settled by a save that was made upon it', async ({ client, assert }) => {
    const { id, key, owner } = await known(client)
    stage.server.store.forget(key, 'docx', editDocument(blankBytes(), 'docx', { text: 'Lost.' }))
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
