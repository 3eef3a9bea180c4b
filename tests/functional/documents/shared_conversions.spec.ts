import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ownRowsOf } from '#kernel/data_scope/reach'
import { ConversionRunner } from '../../../app/plugins/documents/conversion/conversion_runner.js'
import { makeOperator } from '../../helpers/accounts.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { makeRole } from '../access/support/organisation.js'

test.group('Documents | conversion of what is shared with a role', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('is kept as a {as} for whoever has the role')
    .with([{ as: 'download' }, { as: 'file' }, { as: 'document' }])
    .run(async ({ client, assert }, { as }) => {
      const { id, owner } = await staged(client)
      const [user, role] = [await makeOperator(), await makeRole()]
      stage.gate.tell(user.id, ownRowsOf(user.id)).giveRoles(user.id, [role.id])
      const share = { subjectType: 'role', subjectId: role.id, level: 'view' }
      const shared = await client.post(`/app/document/${id}/shares`).loginAs(owner).json(share)
      shared.assertStatus(200)

      const asked = { to: 'pdf', as }
      const begun = await client.post(`/app/document/${id}/convert`).loginAs(user).json(asked)
      begun.assertStatus(200)
      await (await app.container.make(ConversionRunner)).idle()
      const path = `/app/document/${id}/conversions/${begun.body().data.id}`
      const ended = (await client.get(path).loginAs(user)).body().data
      assert.containsSubset(ended, { state: 'done', reason: null })
    })
})
