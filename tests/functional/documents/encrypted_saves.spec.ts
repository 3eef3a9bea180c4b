import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { encryptedSave } from '../../fakes/document_server/callback_payloads.js'
import { compoundFile } from '../../helpers/compound_files.js'
import { documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { wordBytes } from '../../helpers/packages.js'

const LASTSAVE = '2026-11-22T10:00:00.000Z'

test.group('Documents | saves that editors encrypt themselves', (group) => {
  const there = lookedAfter(group)

  /** Whoever saves is inside, and stays there. */
  async function inside(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const { key } = config.document
    const editor = await there.stage.server.open(config)
    const users = [String(owner.id)]
    const about = { users, actions: [], lastsave: LASTSAVE, notmodified: false }
    const send = (file?: { content: Uint8Array; corrupted?: boolean }) => {
      const url = file && there.stage.server.offer(file.content, 'docx')
      const written = file ? { url, filetype: 'docx', corrupted: file.corrupted } : {}
      const payload = encryptedSave(key, { ...about, ...written })
      const callbackUrl = config.editorConfig.callbackUrl!
      return there.stage.server.sendCallback({ callbackUrl, payload })
    }
    return { id, owner, key, editor, send }
  }

  test('become versions, and leave the session open', async ({ client, assert }) => {
    const { id, key, editor, send } = await inside(client)
    for (const text of ['One.', 'Two.'])
      assert.isTrue((await send({ content: wordBytes(text) })).saved)
    const { editorKey, versionNo, editing } = await documentOf(id)
    assert.deepEqual({ editorKey, versionNo }, { editorKey: key, versionNo: 3 })
    assert.lengthOf(editing, 1)

    editor.edit('What comes after them.')
    assert.isTrue((await editor.close())!.saved)
    const versions = await versionsOf(id)
    assert.lengthOf(versions, 4)
    assert.isTrue(versions.every(({ beside }) => !beside))
  })

  test('lie beside where nobody can look into them, and leave it open as well', async ({
    client,
    assert,
  }) => {
    const { id, key, send } = await inside(client)
    const content = compoundFile(['EncryptionInfo', 'EncryptedPackage'], 'Salaries.')
    assert.isTrue((await send({ content })).saved)
    assert.equal((await documentOf(id)).editorKey, key)
    const [, version] = await versionsOf(id)
    assert.containsSubset(version, { beside: true, underPassword: true })
  })

  test('end nothing where they fail, and the changes stay where nothing came of them', async ({
    client,
    assert,
  }) => {
    const { id, key, send } = await inside(client)
    assert.isFalse((await send()).saved)
    assert.isTrue((await send({ content: wordBytes('Half.'), corrupted: true })).saved)
    assert.equal((await documentOf(id)).editorKey, key)
    assert.lengthOf(await versionsOf(id), 1)
  })
})
