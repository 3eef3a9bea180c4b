import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import { mailMerge } from '../../fakes/document_server/callback_payloads.js'
import { actionsOf, documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { wordBytes } from '../../helpers/packages.js'

test.group('Documents | letters of a mail merge', (group) => {
  const there = lookedAfter(group)

  /** Somebody is inside who has changed something; what is made of it meanwhile comes to the same address. */
  async function merging(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const { key } = config.document
    const editor = await there.stage.server.open(config)
    editor.edit('Dear all.')
    await there.stage.server.settled()
    const letter = (isFailed: boolean) => {
      const url = there.stage.server.offer(wordBytes('Dear Ann.'), 'docx')
      const payload = mailMerge(key, { userId: String(owner.id), url, filetype: 'docx', isFailed })
      return there.stage.server.sendCallback({
        callbackUrl: config.editorConfig.callbackUrl!,
        payload,
      })
    }
    return { id, owner, key, editor, letter }
  }

  for (const isFailed of [false, true])
    test(`end no session, whether they could be written or not: ${isFailed ? 'not' : 'written'}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, key, editor, letter } = await merging(client)
      const { saved, reply } = await letter(isFailed)
      assert.isTrue(saved)
      assert.include(reply!.body, 'Noted')
      assert.equal((await documentOf(id)).editorKey, key)
      const { failedSave, state } = await DocumentKey.findByOrFail({ editorKey: key })
      assert.deepEqual({ failedSave, state }, { failedSave: null, state: 'open' })
      assert.isEmpty(there.notices.toldTo(owner.id))

      assert.isTrue((await editor.close())!.saved)
      const versions = await versionsOf(id)
      assert.deepEqual(
        versions.map(({ no, beside }) => ({ no, beside })),
        [
          { no: 1, beside: false },
          { no: 2, beside: false },
        ]
      )
      const actions = await actionsOf(id)
      assert.includeMembers(actions, ['callback_ignored', 'saved'])
      assert.notIncludeMembers(actions, ['save_failed'])
    })
})
