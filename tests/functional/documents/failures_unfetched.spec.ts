import { test } from '@japa/runner'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { configOf, documentOf, editorStage, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { wordBytes } from '../../helpers/packages.js'
import { toldSession } from '../../helpers/told_saves.js'

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
      assert.equal((await documentOf(id)).editorKey, config.document.key)
      assert.equal((await configOf(client, id, owner)).document.key, config.document.key)

      delete stage.server.faults.output
      assert.isTrue((await failed.send()).saved)
      assert.lengthOf(notices.heard, 2)
      assert.include(notices.heard[1]!.notice.body, 'kept')
    })

  test('are kept without their archive of changes where that is not there: status {status}')
    .with([{ status: 3 }, { status: 7 }])
    .run(async ({ client, assert }, { status }) => {
      const { id, owner, save } = await toldSession(client, stage)
      const changesurl = stage.server.offer(wordBytes('x'), 'docx').replaceAll('output', 'changes')
      const failed = save({ status, text: 'half', by: [owner.id], more: { changesurl } })
      assert.isTrue((await failed.send()).saved)
      const kept = await DocumentLog.query().where({ documentId: id }).whereNotNull('fileId')
      assert.deepEqual(
        kept.map(({ detail }) => detail!.part),
        ['content']
      )
    })

  test('are noted and told once while the session goes on', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    stage.server.faults.output = 'notFound'
    for (let times = 0; times < 3; times++) {
      const failed = save({ status: 7, text: 'half', by: [owner.id] })
      assert.equal((await failed.send()).reply!.status, 503)
    }
    assert.lengthOf(await logsOf(id, 'forced_save_failed'), 3)
    assert.lengthOf(notices.heard, 1)
    assert.include(notices.toldTo(owner.id)[0]!.body, 'still in the editor')
  })

  test('are noted and told where the file is larger than what is taken', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    stage.configure({ downloadLimit: 10 })
    const sent = await save({ status: 3, text: 'half', by: [owner.id] }).send()
    assert.equal(sent.reply!.status, 413)
    assert.lengthOf(await logsOf(id, 'save_failed'), 1)
    assert.lengthOf(notices.toldTo(owner.id), 1)
  })
})
