import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import {
  actionsOf,
  configOf,
  documentOf,
  editorStage,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { until } from '../../helpers/until.js'

test.group('Documents | keys of which it was not noted what they were opened from', (group) => {
  const notices = noticesOf(group)
  const courier = new HeldCourier()
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ courier })
    return () => stage.close()
  })
  group.each.setup(() => () => {
    courier.holds = () => false
  })

  /** As a document that was made before it was noted, with so many saved sessions. */
  async function older(client: ApiClient, sessions: number) {
    const made = await staged(client)
    for (let session = 1; session <= sessions; session++) {
      const editor = await stage.server.open(await configOf(client, made.id, made.owner))
      editor.edit(`Session ${session}.`)
      await editor.close()
    }
    await DocumentKey.query().where('documentId', made.id).update({ baseVersionNo: null })
    return made
  }

  for (const sessions of [0, 1, 2])
    test(`tell of a session that was closed without what it had saved, after ${sessions} others`, async ({
      client,
      assert,
    }) => {
      const { id } = await older(client, sessions)
      const bob = await makeOperator()
      const config = await configOf(client, id, bob)
      const editor = await stage.server.open(config)
      editor.edit('Better not.')
      await editor.forceSave()
      editor.takeBack()
      assert.equal((await editor.close())?.status, 4)

      const [present, began] = [sessions + 2, sessions + 1]
      assert.include(await actionsOf(id), 'closed_unsaved')
      const [notice, ...more] = notices.toldTo(bob.id)
      assert.lengthOf(more, 0)
      assert.include(notice!.body, `Version ${present}`)
      assert.include(notice!.body, `version ${began}`)
      const entry = await DocumentLog.findByOrFail({ documentId: id, action: 'closed_unsaved' })
      assert.equal(entry.detail!.began, began)

      const next = await configOf(client, id, await makeOperator())
      assert.notEqual(next.document.key, config.document.key)
      const again = await stage.server.open(next)
      assert.include(again.texts, 'Better not.')
      again.edit('Going on.')
      await again.close()
      const { versionNo } = await documentOf(id)
      const { bytes } = await download(client, `/app/document/${id}/versions/${versionNo}/content`)
      assert.includeMembers(documentTexts(bytes, 'docx'), ['Better not.', 'Going on.'])
    })

  test('are opened from it while changes of theirs are unsaved', async ({ client, assert }) => {
    const { id, owner } = await older(client, 1)
    const editor = await stage.server.open(await configOf(client, id, owner))
    editor.edit('Once.')
    await editor.forceSave()
    courier.holds = ({ status }, at) => status === 2 && at === 'way'
    const left = editor.close()
    await until(() => courier.held.length > 0)
    stage.server.crash()
    courier.holds = () => false
    courier.held[0]!.release('request_lost')
    await left
    stage.server.room((await documentOf(id)).editorKey)!.expire()

    const { url } = (await configOf(client, id, owner)).document
    const { pathname, search } = new URL(url)
    const { bytes } = await download(client, `${pathname}${search}`)
    assert.include(documentTexts(bytes, 'docx'), 'Session 1.')
    assert.notInclude(documentTexts(bytes, 'docx'), 'Once.')
  })
})
