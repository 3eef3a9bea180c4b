import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { RecoverLostSaves } from '../../../app/plugins/documents/recovery/recover_lost_saves.js'
import { SilentSessions } from '../../../app/plugins/documents/recovery/silent_sessions.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { lose } from '../../helpers/lost_saves.js'
import { noticesOf } from '../../helpers/heard_notices.js'

const MINUTE_MS = 60_000

test.group('Documents | sessions that have fallen silent', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  const courier = new HeldCourier()
  group.setup(async () => {
    stage = await editorStage({ courier, now: () => clock.now() })
    await DocumentOpening.query().delete()
    await DocumentKey.query().update({ goneAt: null, unsavedAt: null })
    return () => stage.close()
  })
  group.each.setup(async () => {
    return () => {
      clock.restore()
      stage.configure()
      courier.fate = () => 'delivered'
    }
  })

  /** As it is done again and again. */
  async function sweep() {
    await (await app.container.make(RecoverLostSaves)).handle()
    return (await app.container.make(SilentSessions)).handle()
  }

  async function laterSweep(minutes = 40) {
    clock.travel(minutes * MINUTE_MS)
    return sweep()
  }

  async function editing(client: ApiClient) {
    const made = await staged(client)
    const editor = await stage.server.open(made.config)
    return { ...made, editor }
  }

  const questions = (key: string) =>
    stage.server.log
      .of('command')
      .filter(({ command }) => command.c === 'info' && command.key === key)

  const toldOfLoss = (userId: number) =>
    notices.toldTo(userId).filter(({ title }) => title.includes('may not have arrived'))

  test('tell once whoever was inside when the document server forgets a session', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, editor } = await editing(client)
    const other = await makeOperator()
    await stage.server.open(await configOf(client, id, other))
    const letIn = await makeOperator()
    await configOf(client, id, letIn)
    const onlooker = await makeOperator()
    await client.get(`/app/document/${id}/editor-config`).qs({ mode: 'view' }).loginAs(onlooker)
    editor.edit('Gone.')
    stage.server.reset()
    assert.equal(await sweep(), 0)
    assert.equal(await laterSweep(), 1)
    for (let times = 0; times < 3; times++) assert.equal(await laterSweep(), 0)

    for (const one of [owner, other, letIn]) {
      const [told, ...more] = toldOfLoss(one.id)
      assert.lengthOf(more, 0)
      for (const word of ['Minutes', 'cannot be told', 'present version is 1']) {
        assert.include(told!.body, word)
      }
      assert.notInclude(told!.body, config.document.key)
    }
    assert.lengthOf(notices.toldTo(onlooker.id), 0)
    assert.deepEqual((await documentOf(id)).editing, [])
    assert.include(await actionsOf(id), 'session_lost')
  })

  test('say so where changes are known not to have been saved', async ({ client, assert }) => {
    const { owner, config, editor } = await editing(client)
    editor.edit('Unsaved.')
    stage.server.crash()
    await laterSweep()
    const notSaved = () => notices.toldTo(owner.id).filter(({ body }) => body.includes('open the'))
    await laterSweep(10)
    await laterSweep(10)
    assert.lengthOf(notSaved(), 1)
    assert.lengthOf(toldOfLoss(owner.id), 0)
    stage.server.room(config.document.key)!.remove()
    assert.equal(await laterSweep(10), 1)
    assert.include(toldOfLoss(owner.id)[0]!.body, 'have not arrived here')
  })

  test('tell nobody while the session goes on, however long', async ({ client, assert }) => {
    const { id, config, editor } = await editing(client)
    for (let times = 0; times < 5; times++) assert.equal(await laterSweep(), 0)
    assert.isAtMost(questions(config.document.key).length, 5)
    editor.edit('Still here.')
    await editor.close()
    assert.equal(await laterSweep(), 0)
    assert.lengthOf(await versionsOf(id), 2)
    assert.lengthOf(notices.heard, 0)
  })

  test('tell nobody whose session was closed, saved or not, told or not', async ({
    client,
    assert,
  }) => {
    const unchanged = await editing(client)
    await unchanged.editor.close()
    const saved = await editing(client)
    saved.editor.edit('Saved.')
    await saved.editor.close()
    const missed = await editing(client)
    await lose(stage, missed.editor)
    assert.equal(await laterSweep(), 0)
    stage.server.reset()
    for (let times = 0; times < 2; times++) assert.equal(await laterSweep(), 0)
    assert.lengthOf(notices.heard, 0)
  })
})
