import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import DocumentOwedWork from '../../../app/plugins/documents/models/document_owed_work.js'
import { noteFound, refusedAs } from '../../../app/plugins/documents/sessions/hidden_saves.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

/** How many of the rows that the database hands out meanwhile have a history. */
async function historiesRead(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hear = (rows: unknown) => {
    if (Array.isArray(rows)) count += rows.filter((row) => Boolean(row?.history)).length
  }
  const knex = db.connection().getWriteClient()
  knex.on('query-response', hear)
  try {
    await work()
  } finally {
    knex.removeListener('query-response', hear)
  }
  return count
}

test.group('Documents | histories of refused saves', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('are not read for what does not tell them', async ({ client, assert }) => {
    const { id: documentId, config } = await staged(client)
    const editorKey = config.document.key
    const refused = { documentId, editorKey, userIds: [1], fileType: 'docx', history: '{}' }
    for (const mark of ['1', '2', '3']) await DocumentOwedWork.create({ ...refused, mark })
    const found = { fileType: 'docx', writtenAt: null }
    assert.equal(await historiesRead(() => refusedAs(editorKey, found)), 0)
    assert.equal(await historiesRead(() => noteFound(editorKey, found)), 0)
    const works = () => DocumentOwedWork.query().where({ editorKey })
    for (const { foundAt } of await works()) assert.isNotNull(foundAt)
    assert.equal(await historiesRead(works), 3)
    await works().delete()
  })
})
