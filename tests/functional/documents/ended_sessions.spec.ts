import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import type { SignedForm } from '../../fakes/document_server/signed_callback.js'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

test.group('Documents | callbacks of sessions that are over', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    return () => stage.close()
  })
  group.each.setup(() => () => clock.restore())

  /** A session that is over, and the save that comes of it late. */
  async function ended(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const [{ key }, { callbackUrl }] = [config.document, config.editorConfig]
    const send = async (form: SignedForm = 'none') => {
      const url = stage.server.offer(wordBytes(randomBytes(8).toString('hex')), 'docx')
      const payload = { key, status: 2, url, users: [String(owner.id)], filetype: 'docx' }
      const sending = { callbackUrl: callbackUrl!, payload, form }
      return (await stage.server.sendCallback(sending)).reply!.status
    }
    await send()
    return { id, owner, key, send }
  }

  test('take what comes days later, signed or not', async ({ client, assert }) => {
    const { id, send } = await ended(client)
    clock.travel(6 * DAY)
    assert.deepEqual([await send('none'), await send('both')], [200, 200])
    assert.lengthOf(await versionsOf(id), 4)
  })

  test('take what is signed however late it comes, and nothing else after a week', async ({
    client,
    assert,
  }) => {
    const { id, send } = await ended(client)
    clock.travel(8 * DAY)
    assert.equal(await send('none'), 403)
    assert.equal(await send('both'), 200)
    assert.lengthOf(await versionsOf(id), 3)
  })

  test('take what is not signed while somebody may still be inside', async ({ client, assert }) => {
    const { id, owner, key, send } = await ended(client)
    clock.travel(8 * DAY)
    const opening = { documentId: id, editorKey: key, userId: owner.id, sessionId: null }
    await DocumentOpening.create({ ...opening, access: [], openedAt: DateTime.utc() })
    assert.equal(await send('none'), 200)
  })

  test('take less of whoever is gone: a day, unless it is signed', async ({ client, assert }) => {
    const [one, other] = [await ended(client), await ended(client)]
    for (const { owner } of [one, other])
      await actAsSystem('test', () => owner.merge({ status: 'disabled' }).save())
    clock.travel(23 * HOUR)
    assert.equal(await one.send('none'), 200)
    clock.travel(2 * HOUR)
    assert.deepEqual([await other.send('none'), await other.send('header')], [403, 200])
  })
})
