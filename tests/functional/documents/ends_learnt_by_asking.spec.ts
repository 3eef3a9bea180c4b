import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { SilentSessions } from '../../../app/plugins/documents/recovery/silent_sessions.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { makeOperator } from '../../helpers/accounts.js'
import { backupOf, restoreBackup } from '../../helpers/document_backup.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'

const MINUTE_MS = 60_000

test.group('Documents | sessions whose end is learnt by asking alone', (group) => {
  const notices = noticesOf(group)
  const courier = new HeldCourier()
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ courier, now: () => clock.now() })
    stage.configure({ sessionEndSeconds: 10 })
    await DocumentOpening.query().delete()
    await DocumentKey.query().update({ goneAt: null, unsavedAt: null })
    return () => stage.close()
  })
  group.each.setup(() => () => {
    clock.restore()
    courier.fate = () => 'delivered'
  })

  /** What Bob did was saved, though not in this database: it was taken back to a moment at which he was inside. */
  async function savedElsewhere(client: ApiClient, { forced = false } = {}) {
    const { id, owner, config } = await staged(client)
    const bob = await makeOperator()
    const editor = await stage.server.open(await configOf(client, id, bob))
    editor.edit('Of before.')
    if (forced) await editor.forceSave()
    const backup = await backupOf(id)
    editor.edit('Of after.')
    await editor.close()
    await restoreBackup(stage, backup)
    return { id, owner, bob, key: config.document.key }
  }

  const renew = (id: number, reason: string) =>
    ace.exec('editor:renew-keys', [`--documents=${id}`, '--drop', `--reason=${reason}`])

  async function sweepLater() {
    clock.travel(40 * MINUTE_MS)
    await (await app.container.make(SilentSessions)).handle()
  }

  async function renewedFor(id: number) {
    const entry = await DocumentLog.findByOrFail({ documentId: id, action: 'key_renewed' })
    return entry.detail!.userIds
  }

  for (const reason of ['maintenance', 'restore'])
    for (const isSwept of [false, true])
      test(`tell whose work may be elsewhere, for ${reason}${isSwept ? ', after a sweep' : ''}`, async ({
        client,
        assert,
      }) => {
        const { id, owner, bob, key } = await savedElsewhere(client)
        if (isSwept) for (let times = 0; times < 2; times++) await sweepLater()
        assert.lengthOf(notices.heard, 0)
        assert.equal((await renew(id, reason)).exitCode, 0)
        assert.notEqual((await documentOf(id)).editorKey, key)
        assert.deepEqual(await renewedFor(id), [bob.id])
        const [notice, ...more] = notices.toldTo(bob.id)
        assert.lengthOf(more, 0)
        assert.include(notice!.title, 'may be missing')
        assert.lengthOf(notices.toldTo(owner.id), 0)
      })

  test('tell once of what had been saved here on the way', async ({ client, assert }) => {
    const { id, owner, bob, key } = await savedElsewhere(client, { forced: true })
    assert.equal((await renew(id, 'maintenance')).exitCode, 0)
    assert.notEqual((await documentOf(id)).editorKey, key)
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.lengthOf(notices.toldTo(bob.id), 1)
    assert.lengthOf(notices.toldTo(owner.id), 0)
  })

  test('tell nobody once an end of theirs was heard', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const bob = await makeOperator()
    const first = await stage.server.open(await configOf(client, id, bob))
    courier.fate = () => 'request_lost'
    await first.close()
    courier.fate = () => 'delivered'
    await sweepLater()
    const again = await stage.server.open(await configOf(client, id, bob))
    assert.equal((await again.close())?.status, 4)
    assert.equal((await renew(id, 'maintenance')).exitCode, 0)
    assert.notEqual((await documentOf(id)).editorKey, config.document.key)
    assert.lengthOf(notices.heard, 0)
  })

  test('tell nobody who was inside when it was asked, and left without a change', async ({
    client,
    assert,
  }) => {
    const { id } = await staged(client)
    const bob = await makeOperator()
    await stage.server.open(await configOf(client, id, bob))
    let ends = 0
    courier.fate = ({ status }) => (status === 4 && ++ends === 1 ? 'request_lost' : 'delivered')
    assert.equal((await renew(id, 'maintenance')).exitCode, 0)
    assert.lengthOf(notices.toldTo(bob.id), 0)
  })
})
