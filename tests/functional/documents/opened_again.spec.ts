import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'

test.group('Documents | a key that is opened again', (group) => {
  const courier = new HeldCourier()
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ courier })
    return () => stage.close()
  })
  group.each.setup(() => () => {
    courier.holds = () => false
    for (const held of [...courier.held]) held.release('request_lost')
    stage.configure()
  })

  const asked = () => stage.server.log.of('command').filter(({ command }) => command.c === 'info')

  async function textsOf(client: ApiClient, id: number) {
    const { versionNo } = await documentOf(id)
    const { bytes } = await download(client, `/app/document/${id}/versions/${versionNo}/content`)
    return documentTexts(bytes, 'docx')
  }

  /** Saved while its author was inside, but not when they left: then the document server crashed. */
  async function crashed(client: ApiClient) {
    const made = await staged(client)
    const editor = await stage.server.open(made.config)
    editor.edit('Once.')
    await editor.forceSave()
    courier.holds = ({ status }, at) => status === 2 && at === 'way'
    const left = editor.close()
    await until(() => courier.held.length > 0)
    stage.server.crash()
    courier.holds = () => false
    courier.held[0]!.release('request_lost')
    await left
    return { ...made, room: stage.server.room(made.config.document.key)! }
  }

  for (const view of [false, true]) {
    const who = view ? 'somebody who looks at it' : 'somebody who edits it'
    test(`give ${who} the content to which unsaved changes belong`, async ({ client, assert }) => {
      const { id, owner, config, room } = await crashed(client)
      const before = documentTexts(room.content, 'docx')
      room.expire()
      const response = await client
        .get(`/app/document/${id}/editor-config`)
        .qs({ view })
        .loginAs(owner)
      assert.equal(response.body().data.document.key, config.document.key)
      const { pathname, search } = new URL(response.body().data.document.url)
      const { bytes } = await download(client, `${pathname}${search}`)
      assert.notInclude(documentTexts(bytes, 'docx'), 'Once.')

      const editor = await stage.server.open(await configOf(client, id, owner))
      assert.deepEqual(editor.texts, before)
      editor.edit('Twice.')
      await editor.close()
      assert.deepEqual(await textsOf(client, id), [...before, 'Twice.'])
    })
  }

  test('give no content while it cannot be learnt what is unsaved', async ({ client, assert }) => {
    const { id, owner } = await crashed(client)
    stage.configure({ documentServerUrl: 'http://127.0.0.1:1' })
    const response = await client.get(`/app/document/${id}/editor-config`).loginAs(owner)
    response.assertStatus(503)
    stage.configure()
    assert.isDefined(await configOf(client, id, owner))
  })

  test('let nobody in to whom nothing could be given', async ({ client, assert }) => {
    const { id, owner } = await crashed(client)
    const other = await makeOperator()
    const openingsOf = ({ id: userId }: { id: number }) =>
      DocumentOpening.query().where({ documentId: id, userId })
    const before = await openingsOf(owner)
    stage.configure({ documentServerUrl: 'http://127.0.0.1:1' })
    for (const user of [other, owner]) {
      const response = await client.get(`/app/document/${id}/editor-config`).loginAs(user)
      response.assertStatus(503)
    }
    stage.configure()
    assert.isEmpty(await openingsOf(other))
    assert.lengthOf(await openingsOf(owner), before.length)
    await configOf(client, id, other)
    assert.lengthOf(await openingsOf(other), 1)
  })

  test('ask whether it is known where the session has saved nothing, and give the latest where it goes on', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    stage.server.log.clear()
    const other = await makeOperator()
    const editor = await stage.server.open(await configOf(client, id, owner))
    await configOf(client, id, other)
    assert.lengthOf(asked(), 1)
    editor.edit('Once.')
    await editor.forceSave()
    const again = await configOf(client, id, other)
    assert.notEqual(again.document.url, config.document.url)
    const second = await stage.server.open(again)
    assert.deepEqual(second.texts, editor.texts)
    await Promise.all([editor.close(), second.close()])
    stage.server.log.clear()
    await configOf(client, id, owner)
    assert.lengthOf(asked(), 0)
  })
})
