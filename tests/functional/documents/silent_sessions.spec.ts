import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { SessionInquiry } from '../../../app/plugins/documents/live/session_inquiry.js'
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
import { until } from '../../helpers/until.js'
import { noticesOf } from '../../helpers/heard_notices.js'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

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

  const looksFor = (key: string) =>
    stage.server.log
      .of('command')
      .filter(({ command }) => command.c === 'getForgotten' && command.key === key)

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

  test('tell of a session that was stamped while the clock was days ahead', async ({
    client,
    assert,
  }) => {
    const before = await editing(client)
    before.editor.edit('Gone.')
    clock.travel(10 * DAY_MS)
    const { owner, editor } = await editing(client)
    editor.edit('Gone.')
    const joined = await stage.server.open(await configOf(client, before.id, before.owner))
    await joined.close()
    await stage.server.settled()
    await sweep()
    clock.restore()
    stage.server.reset()

    await sweep()
    await laterSweep()
    for (const one of [owner, before.owner]) assert.lengthOf(toldOfLoss(one.id), 1)
    for (let times = 0; times < 3; times++) assert.equal(await laterSweep(), 0)
  })

  test('tell once, however many sweeps meet a session that is gone', async ({ client, assert }) => {
    const { id, owner, config, editor } = await editing(client)
    editor.edit('Gone.')
    stage.server.reset()
    const inquiry = await app.container.make(SessionInquiry)
    await inquiry.ask({ id, editorKey: config.document.key })
    const silent = await app.container.make(SilentSessions)
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    notices.gate = gate
    const first = silent.handle()
    await until(() => notices.begun === 1)
    const others = [silent.handle(), silent.handle()]
    await until(() => looksFor(config.document.key).length === 3)
    open()
    assert.deepEqual((await Promise.all([first, ...others])).toSorted(), [0, 0, 1])
    assert.lengthOf(toldOfLoss(owner.id), 1)
    const lost = (await actionsOf(id)).filter((action) => action === 'session_lost')
    assert.lengthOf(lost, 1)
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

  /** Their joining is not heard. */
  async function unheard(client: ApiClient, id: number, user: User) {
    const config = await configOf(client, id, user)
    courier.fate = () => 'request_lost'
    const editor = await stage.server.open(config)
    courier.fate = () => 'delivered'
    return editor
  }

  test('tell who came unheard that work of theirs may be missing', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const editor = await unheard(client, id, owner)
    editor.edit('Gone.')
    stage.server.reset()
    assert.equal(await laterSweep(), 1)
    assert.equal(await laterSweep(), 0)
    const [told, ...more] = toldOfLoss(owner.id)
    assert.include(told!.body, 'or were let in to change it')
    assert.lengthOf(more, 0)
  })

  test('tell who came back unheard after a session without changes', async ({ client, assert }) => {
    const { id, owner, editor } = await editing(client)
    await editor.close()
    clock.travel(MINUTE_MS)
    const again = await unheard(client, id, owner)
    again.edit('Gone.')
    stage.server.reset()
    assert.equal(await laterSweep(), 1)
    assert.lengthOf(toldOfLoss(owner.id), 1)
  })

  test('tell nobody who was let in and never came', async ({ client, assert }) => {
    const never = await staged(client)
    const looker = await makeOperator()
    const closed = await editing(client)
    await configOf(client, closed.id, looker)
    await closed.editor.close()
    for (let times = 0; times < 3; times++) assert.equal(await laterSweep(), 0)
    await configOf(client, closed.id, looker)
    for (let times = 0; times < 3; times++) assert.equal(await laterSweep(), 0)
    for (const { owner } of [never, closed]) assert.lengthOf(toldOfLoss(owner.id), 0)
    assert.lengthOf(toldOfLoss(looker.id), 0)
  })

  test('tell nobody who had left before the last save', async ({ client, assert }) => {
    const { id, owner, editor } = await editing(client)
    const other = await makeOperator()
    const second = await stage.server.open(await configOf(client, id, other))
    editor.edit('Mine.')
    await editor.close()
    clock.travel(MINUTE_MS)
    second.edit('After they left.')
    await second.forceSave()
    stage.server.reset()
    clock.travel(MINUTE_MS)
    assert.equal(await laterSweep(), 1)
    assert.lengthOf(toldOfLoss(owner.id), 0)
    assert.lengthOf(toldOfLoss(other.id), 1)
    assert.include(toldOfLoss(other.id)[0]!.body, 'present version is 2')
  })

  test('bring back what is kept for the session, and tell nothing else', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, editor } = await editing(client)
    editor.edit('Kept.')
    const bytes = editor.room.content
    stage.server.reset()
    stage.server.store.forget(config.document.key, 'docx', bytes)
    clock.travel(40 * MINUTE_MS)
    assert.equal(await sweep(), 0)
    assert.equal(await laterSweep(), 0)
    assert.lengthOf(await versionsOf(id), 2)
    assert.lengthOf(toldOfLoss(owner.id), 0)
  })

  test('tell later whom nobody could reach, and then once', async ({ client, assert }) => {
    const { owner, editor } = await editing(client)
    editor.edit('Gone.')
    stage.server.reset()
    notices.isDown = true
    assert.equal(await laterSweep(), 0)
    notices.isDown = false
    assert.equal(await laterSweep(), 1)
    assert.equal(await laterSweep(), 0)
    assert.lengthOf(toldOfLoss(owner.id), 1)
  })

  test('tell whoever was inside though they have opened it again since', async ({
    client,
    assert,
  }) => {
    const { id, owner, editor } = await editing(client)
    editor.edit('Gone.')
    stage.server.reset()
    const remove = await client.delete(`/app/document/${id}/editors/${owner.id}`).loginAs(owner)
    remove.assertStatus(404)
    clock.travel(1_000)
    const again = await stage.server.open(await configOf(client, id, owner))
    assert.equal(await laterSweep(), 1)
    assert.lengthOf(toldOfLoss(owner.id), 1)
    again.edit('Again.')
    await again.close()
    assert.equal(await laterSweep(), 0)
    assert.lengthOf(await versionsOf(id), 2)
  })
})
