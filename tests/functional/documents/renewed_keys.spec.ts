import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { RenewKeys } from '../../../app/plugins/documents/actions/renew_keys.js'
import { makeOperator } from '../../helpers/accounts.js'
import { backupOf, restoreBackup } from '../../helpers/document_backup.js'
import {
  actionsOf,
  configOf,
  documentOf,
  editorStage,
  layInTrash,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, loseWork } from '../../helpers/lost_saves.js'

test.group('Documents | editor keys after a backup is restored', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    stage.configure({ sessionEndSeconds: 10 })
    return () => {
      stage.configure()
      forgetKept(stage)
    }
  })

  const renew = (...options: string[]) => ace.exec('editor:renew-keys', options)
  const renewOf = (id: number, ...options: string[]) => renew(`--documents=${id}`, ...options)
  const toldTo = (userId: number) =>
    notices.toldTo(userId).filter(({ title }) => title.includes('may be missing'))

  async function written(client: ApiClient, id: number, owner: User, text: string) {
    const editor = await stage.server.open(await configOf(client, id, owner))
    editor.edit(text)
    await editor.close()
  }

  async function textsShown(client: ApiClient, id: number, owner: User) {
    const editor = await stage.server.open(await configOf(client, id, owner))
    const shown = { canEdit: editor.canEdit, texts: [...editor.texts] }
    await editor.close()
    return shown
  }

  /** Saved once before the backup, and once after it, under the key that the backup has as the present one. */
  async function restored(client: ApiClient) {
    const made = await staged(client)
    await written(client, made.id, made.owner, 'Before.')
    const backup = await backupOf(made.id)
    await written(client, made.id, made.owner, 'After.')
    await restoreBackup(stage, backup)
    return { ...made, key: (await documentOf(made.id)).editorKey }
  }

  test('open what is kept here, for editing, and tell whose work is missing', async ({
    client,
    assert,
  }) => {
    const { id, owner, key } = await restored(client)
    assert.deepInclude(await textsShown(client, id, owner), { canEdit: false })

    assert.equal((await renewOf(id)).exitCode, 0)
    assert.notEqual((await documentOf(id)).editorKey, key)
    assert.include(await actionsOf(id), 'key_renewed')
    const shown = await textsShown(client, id, owner)
    assert.isTrue(shown.canEdit)
    assert.include(shown.texts, 'Before.')
    assert.notInclude(shown.texts, 'After.')
    const [told, ...more] = toldTo(owner.id)
    assert.lengthOf(more, 0)
    for (const word of ['Minutes', 'version 2', 'backup']) assert.include(told!.body, word)
  })

  test('are given once, and not where the document server knows nothing', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await restored(client)
    assert.equal((await renewOf(id)).exitCode, 0)
    const { editorKey } = await documentOf(id)
    for (let times = 0; times < 2; times++) assert.equal((await renewOf(id)).exitCode, 0)
    assert.equal((await documentOf(id)).editorKey, editorKey)
    assert.lengthOf(toldTo(owner.id), 1)
    assert.lengthOf(
      (await actionsOf(id)).filter((action) => action === 'key_renewed'),
      1
    )

    const fresh = await staged(client)
    assert.equal((await renewOf(fresh.id)).exitCode, 0)
    assert.equal((await documentOf(fresh.id)).editorKey, fresh.config.document.key)
    assert.lengthOf(toldTo(fresh.owner.id), 0)
  })

  test('tell who was inside when the backup was made', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const editor = await stage.server.open(await configOf(client, id, other))
    const backup = await backupOf(id)
    editor.edit('After.')
    await editor.close()
    await restoreBackup(stage, backup)
    assert.equal((await renewOf(id)).exitCode, 0)
    assert.notEqual((await documentOf(id)).editorKey, config.document.key)
    assert.lengthOf(toldTo(other.id), 1)
    assert.lengthOf(toldTo(owner.id), 0)
    assert.deepEqual((await documentOf(id)).editing, [])
  })

  test('bring back first what the document server could not deliver', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const backup = await backupOf(id)
    for (const key of backup.parts.get('document_keys')!) key.opened_at = null
    await loseWork(stage, config, { settingsThen: { sessionEndSeconds: 10 } })
    await restoreBackup(stage, backup)

    assert.equal((await renewOf(id)).exitCode, 0)
    assert.deepEqual((await versionsOf(id)).map(({ kind }) => kind).slice(1), ['recovered'])
    assert.lengthOf(stage.server.store.forgottenKeys(), 0)
    const shown = await textsShown(client, id, owner)
    assert.isTrue(shown.canEdit)
    assert.include(shown.texts, 'Lost on its way.')
  })

  test('leave alone who is inside, and name them, unless they are to go', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Going on.')
    const left = await renewOf(id)
    assert.equal(left.exitCode, 1)
    assert.equal((await documentOf(id)).editorKey, config.document.key)
    assert.isTrue(editor.canEdit)

    assert.equal((await renewOf(id, '--drop')).exitCode, 0)
    const { editorKey, versionNo } = await documentOf(id)
    assert.notEqual(editorKey, config.document.key)
    assert.equal(versionNo, 2)
    await stage.server.settled()
  })

  test('leave alone what is unsaved over there', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Left by a crash.')
    stage.server.crash()
    assert.equal((await renewOf(id)).exitCode, 1)
    assert.equal((await documentOf(id)).editorKey, config.document.key)
  })

  test('are given to what lies in the trash as well, and beside one that fails', async ({
    client,
    assert,
  }) => {
    const [inTrash, inUse] = [await restored(client), await staged(client)]
    await layInTrash(inTrash.id)
    const editor = await stage.server.open(inUse.config)
    const both = await renew(`--documents=${inUse.id},${inTrash.id},2000000000`)
    assert.equal(both.exitCode, 1)
    assert.notEqual((await documentOf(inTrash.id)).editorKey, inTrash.key)
    await editor.close()
  })

  test('stay while the document server does not answer, or nobody can be told', async ({
    client,
    assert,
  }) => {
    const { id, key } = await restored(client)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    assert.equal((await renewOf(id)).exitCode, 1)
    stage.configure({ enabled: false })
    assert.equal((await renewOf(id)).exitCode, 1)
    stage.configure()
    notices.isDown = true
    assert.equal((await renewOf(id)).exitCode, 1)
    assert.equal((await documentOf(id)).editorKey, key)
    notices.isDown = false
    assert.equal((await renewOf(id)).exitCode, 0)
    assert.notEqual((await documentOf(id)).editorKey, key)
  })

  test('are refused for {$self}')
    .with(['one', '1,,2', '0', '-3', '1.5'])
    .run(async ({ assert }, documents) => {
      assert.equal((await renew(`--documents=${documents}`)).exitCode, 1)
    })

  test('are given in the order of the documents, each once', async ({ client, assert }) => {
    const made = [await restored(client), await restored(client), await restored(client)]
    const ids = made.map(({ id }) => id)
    const keys = await app.container.make(RenewKeys)
    const done: number[] = []
    const options = { documentIds: ids, isDropping: false, reason: 'restore' as const }
    for await (const { id, outcome } of keys.handle(options)) {
      assert.equal(outcome, 'renewed')
      done.push(id)
    }
    assert.deepEqual(done, ids)
  })
})
