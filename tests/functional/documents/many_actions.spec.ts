import { test } from '@japa/runner'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { statementsOf } from '../../helpers/statements.js'

test.group('Documents | callbacks that name many who came and left', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('are noted in one statement, in the order in which they are told', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const known = [owner, other]
    const actions = Array.from({ length: 100 }, (_, turn) => ({
      type: turn % 3 === 0 ? 1 : 0,
      userid: turn % 10 === 9 ? '999999999' : String(known[turn % 2]!.id),
    }))
    const payload = { key: config.document.key, status: 1, users: [String(owner.id)], actions }
    const { callbackUrl } = config.editorConfig
    const statements = await statementsOf(() =>
      stage.server.sendCallback({ callbackUrl: callbackUrl!, payload })
    )
    const noting = statements.filter((sql) => /^insert into .document_logs/i.test(sql))
    assert.lengthOf(noting, 1)

    const names = new Map(known.map(({ id: userId, nickname }) => [String(userId), nickname]))
    const noted = await DocumentLog.query()
      .where({ documentId: id })
      .whereIn('action', ['editing_started', 'editing_left'])
      .orderBy('id')
    assert.deepEqual(
      noted.map(({ action, operatorName }) => [action, operatorName]),
      actions.map(({ type, userid }) => [
        type === 1 ? 'editing_started' : 'editing_left',
        names.get(userid) ?? null,
      ])
    )
  })
})
