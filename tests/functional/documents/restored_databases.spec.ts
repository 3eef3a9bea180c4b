import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { CommandService } from '../../../app/plugins/documents/editor/command_service.js'
import { ExamineEditor } from '../../../app/plugins/documents/doctor/examine_editor.js'
import EditorQuestion from '../../../app/plugins/documents/models/editor_question.js'
import { LookAfterSessions } from '../../../app/plugins/documents/recovery/look_after_sessions.js'
import {
  EDITOR_SECRET,
  editorStage,
  settleIn,
  staged,
  versionsOf,
  type EditorStage,
  actionsOf,
  configOf,
  documentOf,
} from '../../helpers/editor_stage.js'
import { forgetKept, loseWork, sweep } from '../../helpers/lost_saves.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { backupOf, restoreBackup } from '../../helpers/document_backup.js'
import { noticesOf } from '../../helpers/heard_notices.js'

const ANOTHER = /answers a service with another database.*EDITOR_ENABLED=false/s

/** What runs in this process has a copy of the other one’s database, as it were. */
test.group('Documents | a rehearsal of a restore', (group) => {
  let stage: EditorStage
  let production: ServiceProcess
  group.setup(async () => {
    stage = await editorStage()
    production = await ServiceProcess.start({
      ...SECRETS,
      DB_CONNECTION: 'sqlite',
      EDITOR_ENABLED: 'true',
      EDITOR_JWT_SECRET: EDITOR_SECRET,
      EDITOR_DOCUMENT_SERVER_URL: stage.server.url,
      EDITOR_PUBLIC_BASE_URL: 'http://127.0.0.1:9',
      EDITOR_SWEEP_MINUTES: '0',
    })
    return async () => {
      await production.stop()
      await stage.close()
    }
  })
  group.each.setup(async () => {
    await settleIn()
    return async () => {
      stage.configure()
      await settleIn()
      forgetKept(stage)
    }
  })

  const asCopy = () => stage.configure({ publicBaseUrl: production.url })
  const addressFinding = async () => {
    const findings = await (await app.container.make(ExamineEditor)).handle()
    return findings.find(({ check }) => check === 'our address')!
  }

  test('leaves what is kept over there to the service that it was copied from', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    await loseWork(stage, config)
    const { key } = config.document
    asCopy()
    await assert.rejects(sweep, ANOTHER)
    const look = await app.container.make(LookAfterSessions)
    await assert.rejects(() => look.handle(), ANOTHER)
    assert.equal((await ace.exec('editor:renew-keys', [])).exitCode, 1)
    assert.deepEqual(stage.server.store.forgottenKeys(), [key])
    assert.lengthOf(await versionsOf(id), 1)

    stage.configure()
    assert.containsSubset(await sweep(), { recovered: 1 })
    assert.lengthOf(await versionsOf(id), 2)
    assert.lengthOf(await EditorQuestion.all(), 0)
  })

  test('ends no session, and enters none', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    asCopy()
    const commands = await app.container.make(CommandService)
    const { key } = config.document
    for (const command of ['drop', 'forcesave', 'info', 'meta', 'deleteForgotten'] as const)
      await assert.rejects(() => commands.send(command, { key }), ANOTHER)
    assert.isTrue(editor.canEdit)
    const opened = await client.get(`/app/document/${id}/editor-config`).loginAs(owner)
    opened.assertStatus(503)
    const finding = await addressFinding()
    assert.equal(finding.state, 'failed')
    assert.match(finding.detail, /another database/)
    assert.match(finding.remedy!, /EDITOR_ENABLED=false/)
    stage.configure()
    assert.equal((await addressFinding()).state, 'ok')
    await editor.close()
  })
})

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
    return { ...made, key: (await documentOf(made.id)).sessionKey }
  }

  test('open what is kept here, for editing, and tell whose work is missing', async ({
    client,
    assert,
  }) => {
    const { id, owner, key } = await restored(client)
    assert.deepInclude(await textsShown(client, id, owner), { canEdit: false })

    assert.equal((await renewOf(id)).exitCode, 0)
    assert.notEqual((await documentOf(id)).sessionKey, key)
    assert.include(await actionsOf(id), 'key_renewed')
    const shown = await textsShown(client, id, owner)
    assert.isTrue(shown.canEdit)
    assert.include(shown.texts, 'Before.')
    assert.notInclude(shown.texts, 'After.')
    const [told, ...more] = toldTo(owner.id)
    assert.lengthOf(more, 0)
    for (const word of ['Minutes', 'version 2', 'backup']) assert.include(told!.body, word)
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
    assert.equal((await documentOf(id)).sessionKey, config.document.key)
    assert.isTrue(editor.canEdit)

    assert.equal((await renewOf(id, '--drop')).exitCode, 0)
    const { sessionKey, versionNo } = await documentOf(id)
    assert.notEqual(sessionKey, config.document.key)
    assert.equal(versionNo, 2)
    await stage.server.settled()
  })
})
