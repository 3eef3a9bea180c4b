import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLoss from '../../../app/plugins/documents/models/document_loss.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { RecoverLostSaves } from '../../../app/plugins/documents/recovery/recover_lost_saves.js'
import { SilentSessions } from '../../../app/plugins/documents/recovery/silent_sessions.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'

const MINUTE_MS = 60_000

test.group('Documents | losses that others could hide', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    await DocumentOpening.query().delete()
    await DocumentKey.query().update({ goneAt: null, unsavedAt: null })
    await DocumentLoss.query().delete()
    return () => stage.close()
  })
  group.each.teardown(async () => {
    clock.restore()
    forgetKept(stage)
    await DocumentKey.query().update({ goneAt: null, unsavedAt: null })
  })

  const askSilent = async () => (await app.container.make(SilentSessions)).handle()

  const toldThatGone = (userId: number) =>
    notices.toldTo(userId).filter(({ title }) => title.includes('may not have arrived'))

  /** Sessions that are gone, and whose file lies over there. */
  async function keptAway(documentId: number, times: number) {
    for (let no = 0; no < times; no++) {
      const editorKey = `gone-${documentId}-${no}`
      const key = await DocumentKey.create({
        documentId,
        editorKey,
        openedAt: null,
        state: 'replaced',
      })
      await DocumentKey.query().where('id', key.id).update({ goneAt: '2026-01-01 00:00:00.000' })
      stage.server.store.forget(editorKey, 'docx', wordBytes(editorKey))
    }
  }

  async function keptBack(client: ApiClient) {
    const made = await staged(client)
    const editor = await stage.server.open(made.config)
    const { key } = made.config.document
    stage.server.store.forget(key, 'docx', wordBytes(`lost under ${key}`))
    stage.server.store.misplace(key)
    return { ...made, key, editor }
  }

  test('tell of a gone session behind fifty whose files are still over there', async ({
    client,
    assert,
  }) => {
    const { id } = await staged(client)
    await keptAway(id, 51)
    const late = await staged(client)
    const editor = await stage.server.open(late.config)
    editor.edit('Gone.')
    stage.server.room(late.config.document.key)!.remove()
    clock.travel(40 * MINUTE_MS)
    assert.equal(await askSilent(), 1)
    assert.lengthOf(toldThatGone(late.owner.id), 1)
  })

  test('tell whose work it was once the document server keeps it no more', async ({
    client,
    assert,
  }) => {
    const { key, owner, editor } = await keptBack(client)
    editor.room.remove()
    await sweep()
    assert.lengthOf(await DocumentLoss.query().where({ editorKey: key }), 1)
    stage.server.store.deleteForgotten(key)
    for (let times = 0; times < 3; times++) await sweep()
    clock.travel(25 * 60 * MINUTE_MS)
    notices.isDown = true
    await sweep()
    assert.lengthOf(await DocumentLoss.query().where({ editorKey: key }), 1)
    notices.isDown = false
    for (let times = 0; times < 2; times++) await sweep()
    const [told, ...more] = toldThatGone(owner.id)
    assert.lengthOf(more, 0)
    assert.include(told!.body, 'keeps them no more')
    assert.notInclude(told!.body, key)
    assert.lengthOf(await DocumentLoss.query().where({ editorKey: key }), 0)
  })

  test('tell nobody of what was saved after all', async ({ client, assert }) => {
    const { owner, config } = await staged(client)
    const { key } = config.document
    const before = await stage.server.open(config)
    await before.close()
    stage.server.store.forget(key, 'docx', before.room.content)
    stage.server.faults.output = 'unavailable'
    await sweep()
    assert.lengthOf(await DocumentLoss.query().where({ editorKey: key }), 1)
    delete stage.server.faults.output
    clock.travel(MINUTE_MS)
    await (await stage.server.open(config)).close()
    assert.deepEqual(stage.server.store.forgottenKeys(), [])
    await sweep()
    assert.lengthOf(toldThatGone(owner.id), 0)
    assert.lengthOf(await DocumentLoss.query().where({ editorKey: key }), 0)
  })

  test('ask how sessions stand though the list of lost files is refused', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Gone.')
    stage.server.room(config.document.key)!.remove()
    clock.travel(40 * MINUTE_MS)
    const { LookAfterSessions } =
      await import('../../../app/plugins/documents/recovery/look_after_sessions.js')
    const recover = await app.container.make(RecoverLostSaves)
    recover.handle = () => Promise.reject(new Error('no list'))
    app.container.swap(RecoverLostSaves, () => recover)
    cleanup(() => app.container.restore(RecoverLostSaves))
    const both = await app.container.make(LookAfterSessions)
    await assert.rejects(() => both.handle(), 'no list')
    assert.lengthOf(toldThatGone(owner.id), 1)
  })
})
