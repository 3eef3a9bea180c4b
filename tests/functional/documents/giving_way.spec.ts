import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { actAsSystem } from '#kernel/operator/acting'
import { LiveState } from '../../../app/plugins/documents/live/live_state.js'
import { noteInLog } from '../../../app/plugins/documents/versions/document_log.js'
import { replaceKey } from '../../../app/plugins/documents/versions/document_keys.js'
import { lockedDocument } from '../../../app/plugins/documents/versions/locked_document.js'
import { documentOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

const STATEMENTS = 30

test.group('Documents | two writers of one document', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('note who edits while the document gets another key', async ({ client, assert }) => {
    const live = await app.container.make(LiveState)
    for (let round = 0; round < 5; round++) {
      const { id, owner } = await staged(client)
      const { editorKey } = await documentOf(id)
      let noting: Promise<unknown> | undefined
      await actAsSystem('test', () =>
        db.transaction(async (trx) => {
          const document = await lockedDocument(id, trx)
          await noteInLog(id, { action: 'submitted' }, trx)
          noting = live.set(id, editorKey, [String(owner.id)])
          for (let asked = 0; asked < STATEMENTS; asked++) await trx.rawQuery('select 1')
          await replaceKey(document, 'replaced', trx)
          await document.useTransaction(trx).save()
        })
      )
      await noting
      assert.notEqual((await documentOf(id)).editorKey, editorKey)
      assert.deepEqual((await documentOf(id)).editing, [])
    }
  })
})
