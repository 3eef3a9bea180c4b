import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { CommandService } from '../../../app/plugins/documents/editor/command_service.js'
import { ExamineEditor } from '../../../app/plugins/documents/doctor/examine_editor.js'
import EditorHome from '../../../app/plugins/documents/models/editor_home.js'
import EditorQuestion from '../../../app/plugins/documents/models/editor_question.js'
import { LookAfterSessions } from '../../../app/plugins/documents/recovery/look_after_sessions.js'
import { baseUrl } from '../../helpers/download.js'
import {
  EDITOR_SECRET,
  editorStage,
  settleIn,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { forgetKept, loseWork, sweep } from '../../helpers/lost_saves.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'

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

  test('at an address of its own is one until it takes over on purpose', async ({
    client,
    assert,
  }) => {
    const { config } = await staged(client)
    await loseWork(stage, config)
    for (const address of [production.url, 'http://127.0.0.1:9']) {
      await settleIn()
      await EditorHome.query().update({ address })
      await assert.rejects(sweep, /were begun at .*editor:adopt/s)
      const finding = await addressFinding()
      assert.equal(finding.state, 'failed')
      assert.include(finding.remedy, 'editor:adopt')
    }
    assert.lengthOf(stage.server.store.forgottenKeys(), 1)

    assert.equal((await ace.exec('editor:adopt', [])).exitCode, 0)
    assert.containsSubset(await sweep(), { recovered: 1 })
    asCopy()
    assert.equal((await ace.exec('editor:adopt', [])).exitCode, 1)
  })

  test('is not taken for a service that gets another address', async ({ client, assert }) => {
    const { config } = await staged(client)
    await loseWork(stage, config)
    await EditorHome.query().update({ address: baseUrl() })
    const publicBaseUrl = baseUrl().replace('127.0.0.1', 'localhost')
    stage.configure({ publicBaseUrl })
    assert.containsSubset(await sweep(), { recovered: 1 })
    assert.equal((await EditorHome.firstOrFail()).address, publicBaseUrl)
  })

  test('is not told from the service where nobody answers, and takes nothing away', async ({
    client,
    assert,
  }) => {
    const { config } = await staged(client)
    await loseWork(stage, config)
    stage.configure({ publicBaseUrl: 'http://127.0.0.1:9' })
    await assert.rejects(sweep, /cannot be learnt.*our address/s)
    assert.lengthOf(stage.server.store.forgottenKeys(), 1)
  })

  test('is told by the document server, where the address is reached from there alone', async ({
    client,
    assert,
    cleanup,
  }) => {
    const relay = createServer((request, response) => {
      if (!request.headers.authorization) return void request.socket.destroy()
      const { authorization } = request.headers
      fetch(new URL(request.url!, baseUrl()), { headers: { authorization } })
        .then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
        .catch(() => request.socket.destroy())
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
    cleanup(() => void relay.close())
    const { config } = await staged(client)
    await loseWork(stage, config)
    const { port } = relay.address() as AddressInfo
    stage.configure({ publicBaseUrl: `http://127.0.0.1:${port}` })
    assert.containsSubset(await sweep(), { recovered: 1 })
  })
})
