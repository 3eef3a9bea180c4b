import { test } from '@japa/runner'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  staged,
  takeRights,
  unobeying,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'

test.group('Documents | whoever comes back with an older configuration', (group) => {
  const there = lookedAfter(group)

  test('is sent out at once when they lost the right meanwhile', async ({ client, assert }) => {
    const { id, config: ours } = await staged(client)
    const mine = await there.stage.server.open(ours)
    const user = await makeOperator()
    const config = await configOf(client, id, user)
    takeRights(there.stage, user)
    const editor = await there.stage.server.open(config)
    assert.isFalse(editor.canEdit)
    await mine.close()
    await there.stage.server.settled()
    const drops = await DocumentLog.query().where({ documentId: id, action: 'session_dropped' })
    const dropped = drops.map(({ detail }) => detail!.userIds)
    assert.deepEqual(dropped, [[user.id]])
  })

  test('has what they alone changed kept beside', async ({ client, assert }) => {
    for (const isAlone of [true, false]) {
      const { id, config } = await staged(client)
      const user = await makeOperator()
      const older = await configOf(client, id, user)
      const mine = await there.stage.server.open(config)
      if (!isAlone) mine.edit('By the owner.')
      takeRights(there.stage, user)
      const editor = await unobeying(there.stage, older)
      editor.edit('By one who may no more.')
      for (const one of [mine, editor]) await one.close()
      const [, version] = await versionsOf(id)
      assert.equal(version!.placement, isAlone ? 'no_right' : 'current')
      assert.equal(version!.authorId, user.id)
      assert.equal((await documentOf(id)).versionNo, isAlone ? 1 : 2)
    }
  })
})
