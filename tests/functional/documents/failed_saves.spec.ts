import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { SettleTelling } from '../../../app/plugins/documents/recovery/settle_telling.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, type EditorStage, documentOf } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { toldSession } from '../../helpers/told_saves.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { keptContents } from './support/kept_files.js'

test.group('Documents | failed saves, as they are noted and told', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    stage.configure({ sessionEndSeconds: 0.2 })
    return () => {
      stage.configure()
      delete stage.server.faults.saving
    }
  })

  const tellTheRest = async () => (await app.container.make(SettleTelling)).handle()
  const timesTold = (...users: { id: number }[]) => users.map(({ id }) => notices.toldTo(id).length)

  async function twoPeople(client: ApiClient) {
    const session = await toldSession(client, stage)
    const other = await makeOperator()
    return { ...session, other, both: [session.owner.id, other.id] }
  }

  test('are kept and told once, however often they come', async ({ client, assert }) => {
    const { id, owner, other, both, save } = await twoPeople(client)
    const failed = save({ status: 3, text: 'half', by: both })
    for (let times = 0; times < 3; times++) assert.isTrue((await failed.send()).saved)
    assert.lengthOf(await keptContents(id), 1)
    assert.deepEqual(timesTold(owner, other), [1, 1])
    await tellTheRest()
    assert.deepEqual(timesTold(owner, other), [1, 1])
  })

  test('are told to all who were inside, where no history says who changed something', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, other, save } = await twoPeople(client)
    const editors = [
      await stage.server.open(config),
      await stage.server.open(await configOf(client, id, other)),
    ]
    await save({ status: 3, text: 'half', more: { users: [String(owner.id)] } }).send()
    assert.deepEqual(timesTold(owner, other), [1, 1])
    for (const editor of editors) editor.vanish()
  })
})

test.group('Documents | failed saves whose file cannot be fetched', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => {
    stage.configure()
    delete stage.server.faults.output
  })

  const logsOf = (documentId: number, action: string) =>
    DocumentLog.query().where({ documentId, action }).orderBy('id')

  test('are noted and told once, and sent again, when {fault} comes instead of the file')
    .with([{ fault: 'notFound' as const }, { fault: 'unavailable' as const }])
    .run(async ({ client, assert }, { fault }) => {
      const { id, owner, config, save } = await toldSession(client, stage)
      const failed = save({ status: 3, text: 'half', by: [owner.id] })
      stage.server.faults.output = fault
      for (let times = 0; times < 3; times++) {
        const sent = await failed.send()
        assert.isFalse(sent.saved)
        assert.equal(sent.reply!.status, 503)
      }
      const noted = await logsOf(id, 'save_failed')
      assert.lengthOf(noted, 3)
      assert.match(noted[0]!.detail!.reason as string, /instead of the file/)
      assert.equal(noted[0]!.operatorId, owner.id)
      assert.lengthOf(notices.heard, 1)
      assert.include(notices.toldTo(owner.id)[0]!.body, 'open the document once more and close it')
      assert.equal((await documentOf(id)).sessionKey, config.document.key)
      assert.equal((await configOf(client, id, owner)).document.key, config.document.key)

      delete stage.server.faults.output
      assert.isTrue((await failed.send()).saved)
      assert.lengthOf(notices.heard, 2)
      assert.include(notices.heard[1]!.notice.body, 'kept')
    })
})
