import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLoss from '../../../app/plugins/documents/models/document_loss.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { VanishedLosses } from '../../../app/plugins/documents/recovery/vanished_losses.js'
import {
  documentOf,
  editorStage,
  forgetLosses,
  staged,
  type EditorStage,
  type StagedConfig,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, loseWork, sweep } from '../../helpers/lost_saves.js'

test.group('Documents | what people are told of sessions', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    return () => stage.close()
  })
  group.each.teardown(async () => {
    clock.restore()
    stage.configure()
    forgetKept(stage)
    await forgetLosses()
  })

  const openingsOf = (documentId: number) => DocumentOpening.query().where({ documentId })
  const keyOf = ({ document: { key: editorKey } }: StagedConfig) =>
    DocumentKey.findByOrFail({ editorKey })

  /** A save that cannot be taken lies with the document server. */
  async function unsound(client: ApiClient) {
    const made = await staged(client)
    stage.server.store.forget(made.config.document.key, 'docx', Buffer.from('no package at all'))
    return made
  }

  const closedUnchanged = (config: StagedConfig) =>
    stage.server.sendCallback({
      callbackUrl: config.editorConfig.callbackUrl!,
      payload: { key: config.document.key, status: 4 },
    })

  test('comes once, where the sweep and several who delete meet a loss at once', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await unsound(client)
    const remove = async () => (await client.delete(`/app/document/${id}`).loginAs(owner)).status()
    const [, ...statuses] = await Promise.all([sweep(), remove(), remove(), sweep(), remove()])
    assert.notInclude(statuses, 500)
    const told = notices.toldTo(owner.id).filter(({ title }) => title.includes('not here yet'))
    assert.lengthOf(told, 1)
    assert.lengthOf(await DocumentLoss.query().where('documentId', id), 1)
  })

  test('comes once, where several sweeps find at once that a loss is kept no more', async ({
    client,
    assert,
  }) => {
    const { owner, config } = await unsound(client)
    await sweep()
    stage.server.store.deleteForgotten(config.document.key)
    for (let times = 0; times < 3; times++) await sweep()
    clock.travel(25 * 3_600_000)
    await Promise.all([sweep(), sweep(), sweep(), sweep()])
    const told = notices.toldTo(owner.id).filter(({ title }) => title.includes('not have arrived'))
    assert.lengthOf(told, 1)
  })

  test('is not that work is gone, which goes on in a session', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    await loseWork(stage, config, { settingsThen: { downloadLimit: 10 } })
    await sweep()
    assert.lengthOf(await DocumentLoss.query().where('documentId', id), 1)
    stage.configure()
    notices.heard.length = 0
    clock.travel(60_000)
    const { store } = stage.server
    const editor = await stage.server.open(config)
    store.deleteForgotten(config.document.key)
    await sweep()
    assert.lengthOf(notices.toldTo(owner.id), 0)
    editor.edit('Goes on.')
    await editor.close()
    assert.equal((await documentOf(id)).versionNo, 2)
    await sweep()
    assert.lengthOf(notices.toldTo(owner.id), 0)
    assert.lengthOf(await DocumentLoss.query().where('documentId', id), 0)
  })

  test('is not that work is gone, which came to lie there after it was listed', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await unsound(client)
    await sweep()
    notices.heard.length = 0
    await (await app.container.make(VanishedLosses)).handle(new Set())
    assert.lengthOf(notices.toldTo(owner.id), 0)
    assert.lengthOf(await DocumentLoss.query().where('documentId', id), 1)
  })

  test('is known after a late “closed without changes” of a session with edits', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Saved.')
    await editor.forceSave()
    editor.edit('Not saved yet.')
    assert.isTrue((await closedUnchanged(config)).saved)
    const [opening] = await openingsOf(id)
    assert.isNotNull(opening!.joinedAt)
    assert.isNull(opening!.endedAt)
    assert.deepEqual(
      (await documentOf(id)).editing.map((person) => person.id),
      [owner.id]
    )
    await editor.close()
  })

  test('is known after it where changes lie unsaved, or nobody can be asked', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Saved.')
    await editor.forceSave()
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    assert.isTrue((await closedUnchanged(config)).saved)
    assert.isNotNull((await openingsOf(id))[0]!.joinedAt)
    stage.configure()
    editor.edit('Left by a crash.')
    stage.server.crash()
    assert.isTrue((await closedUnchanged(config)).saved)
    const { goneAt, unsavedAt } = await keyOf(config)
    assert.isNull(goneAt)
    assert.isNotNull(unsavedAt)
  })
})
