import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { encryptedSave } from '../../fakes/document_server/callback_payloads.js'
import { makeOperator } from '../../helpers/accounts.js'
import { documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { wordBytes } from '../../helpers/packages.js'

const LASTSAVE = '2026-11-22T10:00:00.000Z'

/** They come past all rights, and once they are acknowledged the document server deletes what others changed. */
test.group('Documents | saves that a browser says it has encrypted', (group) => {
  const there = lookedAfter(group)

  async function inside(client: ApiClient) {
    const { id, config } = await staged(client)
    const { key } = config.document
    const editor = await there.stage.server.open(config)
    editor.edit('What is being written.')
    const other = await makeOperator()
    const about = { users: [`${other.id}.`], actions: [], lastsave: LASTSAVE, notmodified: false }
    const send = (file?: { content: Uint8Array; corrupted?: boolean }) => {
      const url = file && there.stage.server.offer(file.content, 'docx')
      const written = file ? { url, filetype: 'docx', corrupted: file.corrupted } : {}
      const payload = encryptedSave(key, { ...about, ...written })
      const callbackUrl = config.editorConfig.callbackUrl!
      return there.stage.server.sendCallback({ callbackUrl, payload })
    }
    return { id, key, editor, send }
  }

  const FORGED = { content: wordBytes('What somebody wants to be there.') }
  const KINDS = [
    { kind: 'written', file: FORGED },
    { kind: 'written badly', file: { ...FORGED, corrupted: true } },
    { kind: 'failed', file: undefined },
  ]

  for (const { kind, file } of KINDS)
    test(`are refused, and the session goes on as it was: ${kind}`, async ({ client, assert }) => {
      const { id, key, editor, send } = await inside(client)
      const { saved, reply } = await send(file)
      assert.isFalse(saved)
      assert.equal(reply!.status, 400)
      const { editorKey, versionNo, editing } = await documentOf(id)
      assert.deepEqual({ editorKey, versionNo }, { editorKey: key, versionNo: 1 })
      assert.lengthOf(editing, 1)

      assert.isTrue((await editor.close())!.saved)
      const versions = await versionsOf(id)
      assert.lengthOf(versions, 2)
      assert.isFalse(versions[1]!.beside)
    })
})
