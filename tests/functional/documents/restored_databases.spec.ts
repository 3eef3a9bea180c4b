import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import SessionParticipant from '../../../app/plugins/documents/models/session_participant.js'
import { backupOf, restoreBackup } from '../../helpers/document_backup.js'
import { actionsOf, configOf, documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { loseWork } from '../../helpers/lost_saves.js'

/** The document server knows of what came after the backup. */
test.group('Documents | editor:renew-keys after a backup is restored', (group) => {
  const there = lookedAfter(group)
  group.each.setup(async () => {
    there.stage.configure({ sessionEndSeconds: 0.1 })
    await SessionParticipant.query().delete()
  })

  const renew = async (...options: string[]) =>
    (await ace.exec('editor:renew-keys', options)).exitCode

  async function shown(client: ApiClient, id: number, owner: User) {
    const editor = await there.stage.server.open(await configOf(client, id, owner))
    const { canEdit } = editor
    const texts = [...editor.texts]
    await editor.close()
    return { canEdit, texts }
  }

  /** Saved once before the backup, and once after it, under the key that the backup has. */
  async function restored(client: ApiClient) {
    const made = await staged(client)
    await there.write(client, made.id, made.owner, 'Before.')
    const backup = await backupOf(made.id)
    await there.write(client, made.id, made.owner, 'After.')
    await restoreBackup(there.stage, backup)
    return { ...made, key: (await documentOf(made.id)).sessionKey }
  }

  test('open for editing what the backup holds', async ({ client, assert }) => {
    const { id, owner, key } = await restored(client)
    assert.isFalse((await shown(client, id, owner)).canEdit)
    assert.equal(await renew(), 0)
    assert.notEqual((await documentOf(id)).sessionKey, key)
    assert.include(await actionsOf(id), 'key_renewed')
    assert.deepEqual(await shown(client, id, owner), { canEdit: true, texts: ['Before.'] })
  })

  test('take over first what could not be delivered since', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const backup = await backupOf(id)
    await loseWork(there.stage, config)
    await restoreBackup(there.stage, backup)
    assert.equal(await renew(), 0)
    assert.deepEqual((await shown(client, id, owner)).texts, ['Lost on its way.'])
    assert.containsSubset((await versionsOf(id))[1]!.$attributes, { kind: 'recovered' })
  })

  test('leave alone who is inside, or force a save and drop them', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    editor.edit('Going on.')
    assert.equal(await renew(), 1)
    assert.equal((await documentOf(id)).sessionKey, config.document.key)
    assert.isTrue(editor.canEdit)

    assert.equal(await renew('--drop'), 0)
    assert.isFalse(editor.canEdit)
    const { sessionKey, versionNo } = await documentOf(id)
    assert.notEqual(sessionKey, config.document.key)
    assert.equal(versionNo, 2)
  })

  test('give up no unsaved changes, not even with --drop', async ({ client, assert }) => {
    const [unsaved, other] = [await staged(client), await staged(client)]
    const editor = await there.stage.server.open(unsaved.config)
    editor.edit('Not saved.')
    there.stage.server.crash()
    assert.equal(await renew('--drop'), 1)
    assert.equal((await documentOf(unsaved.id)).sessionKey, unsaved.config.document.key)
    assert.notEqual((await documentOf(other.id)).sessionKey, other.config.document.key)
  })
})
