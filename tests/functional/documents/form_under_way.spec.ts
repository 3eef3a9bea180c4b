import { test } from '@japa/runner'
import DocumentSave from '../../../app/plugins/documents/models/document_save.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'
import { ForcedBy } from '../../fakes/document_server/forced_saves.js'

test.group('Documents | a forced save while a form is under way', (group) => {
  let stage: EditorStage
  const courier = new HeldCourier()
  group.setup(async () => {
    stage = await editorStage({ courier })
    return () => stage.close()
  })

  test('waits for what was changed, which the form does not save', async ({ client, assert }) => {
    stage.configure({ settleSeconds: 4 })
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Acme')
    courier.holds = ({ status }, where) => status === 6 && where === 'turn'
    editor.startForceSave(ForcedBy.form, undefined, [{ key: 'name', value: 'Acme' }])
    const forced = client
      .post(`/app/document/${id}/force-save`)
      .loginAs(owner)
      .then((response) => response)
    await stage.server.log.waitFor(
      (event) =>
        event.kind === 'command' && event.command.c === 'forcesave' && event.reply.error === 4
    )
    await until(() => courier.held.length > 0)
    courier.holds = () => false
    courier.held[0]!.release()
    const answer = await forced
    answer.assertStatus(200)
    assert.containsSubset(answer.body().data, { no: 3, kind: 'forced_save', current: true })
    await editor.close()
  })

  test('asks again where the document server does not know yet that the form was taken', async ({
    client,
    assert,
  }) => {
    stage.configure({ settleSeconds: 2 })
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Acme')
    courier.holds = ({ status }, where) => status === 6 && where === 'way'
    editor.startForceSave(ForcedBy.form, undefined, [{ key: 'name', value: 'Acme' }])
    await until(() => courier.held.length > 0)
    const { key: editorKey } = config.document
    const [status, outcome, identity] = [6, 'submitted', editorKey] as const
    await DocumentSave.create({ documentId: id, editorKey, status, outcome, identity })
    stage.server.log.clear()
    const forced = client
      .post(`/app/document/${id}/force-save`)
      .loginAs(owner)
      .then((response) => response)
    const asked = () =>
      stage.server.log.of('command').filter(({ command }) => command.c === 'forcesave')
    await until(() => asked().length > 1)
    courier.holds = () => false
    courier.held[0]!.release()
    const answer = await forced
    answer.assertStatus(200)
    assert.containsSubset(answer.body().data, { no: 3, kind: 'forced_save', current: true })
    await editor.close()
  })
})
