import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLoss from '../../../app/plugins/documents/models/document_loss.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { LookAfterSessions } from '../../../app/plugins/documents/recovery/look_after_sessions.js'
import { CommandError } from '../../fakes/document_server/command_service.js'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { loseWork } from '../../helpers/lost_saves.js'

const HOUR_MS = 3_600_000

test.group('Documents | what is lost, while the document server does not list it', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    await DocumentOpening.query().delete()
    await DocumentLoss.query().delete()
    await DocumentKey.query().update({ goneAt: null, unsavedAt: null })
    return () => stage.close()
  })
  group.each.teardown(async () => {
    clock.restore()
    delete stage.server.faults.forgotten
    stage.configure()
    await sweep()
  })

  /** As it is done again and again; that it fails is in the log. */
  async function sweep() {
    const sweeping = await app.container.make(LookAfterSessions)
    await sweeping.handle({ evenWaiting: true }).catch((error: Error) => error)
  }

  async function later(hours: number) {
    clock.travel(hours * HOUR_MS)
    await sweep()
  }

  /** The last save of somebody, which the document server could not deliver and keeps. */
  async function lost(client: ApiClient) {
    const made = await staged(client)
    await loseWork(stage, made.config, { text: 'Not delivered.' })
    stage.server.room(made.config.document.key)!.remove()
    return { ...made, key: made.config.document.key }
  }

  /** Everybody may look after the editor here; who does so is told the key. */
  const toldAsOwner = (userId: number, key: string) =>
    notices.toldTo(userId).filter(({ body }) => !body.includes(key))

  const toldToMend = (key: string) => {
    const mending = notices.heard.filter(({ notice }) => notice.body.includes(key))
    const told = mending.flatMap(({ userIds }) => userIds)
    if (new Set(told).size !== told.length) throw new Error('Somebody was told twice')
    return mending.map(({ notice }) => notice)
  }

  async function lostSaves(client: ApiClient, { owner }: Awaited<ReturnType<typeof lost>>) {
    const response = await client.get('/app/document/editor/diagnosis').loginAs(owner)
    const { checks } = response.body().data as { checks: Record<string, string>[] }
    return checks.find(({ check }) => check === 'lost saves')!
  }

  test('is told once to whose work it is and who looks after the editor: error {$self}')
    .with([CommandError.internal, CommandError.unknownCommand])
    .run(async ({ client, assert }, error) => {
      const made = await lost(client)
      const { id, owner, key } = made
      stage.server.faults.forgotten = { error }
      for (const hours of [0, 1, 1]) await later(hours)
      assert.lengthOf(notices.heard, 0)
      for (const hours of [24, 1, 24, 24]) await later(hours)

      const [told, ...more] = toldAsOwner(owner.id, key)
      assert.lengthOf(more, 0)
      assert.match(told!.body, /“Minutes”.*may not have arrived/)
      const [first, ...others] = toldToMend(key)
      for (const { body } of [first!, ...others])
        assert.match(body, new RegExp(`error ${error}.*${key}`))

      delete stage.server.faults.forgotten
      await later(1)
      assert.lengthOf(await versionsOf(id), 2)
      assert.match(toldAsOwner(owner.id, key)[1]!.title, /brought back/)
      assert.equal((await lostSaves(client, made)).state, 'ok')
    })

  test('is told as gone once it can be listed, and is not there', async ({ client, assert }) => {
    const { id, owner, key } = await lost(client)
    stage.server.store.deleteForgotten(key)
    stage.server.faults.forgotten = { error: CommandError.internal }
    for (const hours of [24, 1]) await later(hours)
    assert.lengthOf(toldAsOwner(owner.id, key), 1)
    assert.isNotEmpty(toldToMend(key))
    delete stage.server.faults.forgotten
    for (const hours of [1, 1]) await later(hours)
    const [, gone, ...more] = toldAsOwner(owner.id, key)
    assert.include(gone!.body, 'knows nothing of that session any more')
    assert.lengthOf(more, 0)
    assert.lengthOf(await versionsOf(id), 1)
    assert.lengthOf(await DocumentLoss.query().where({ editorKey: key }), 0)
  })

  test('is brought back all the same where single keys can be asked for', async ({
    client,
    assert,
  }) => {
    const made = [await lost(client), await lost(client)]
    stage.server.faults.forgotten = { error: CommandError.internal, listOnly: true }
    for (const hours of [1, 1]) await later(hours)
    for (const { id } of made) assert.lengthOf(await versionsOf(id), 2)
  })

  test('is what the doctor fails for, with a remedy: error {$self}')
    .with([CommandError.internal, CommandError.unknownCommand])
    .run(async ({ client, assert }, error) => {
      const made = await lost(client)
      stage.server.faults.forgotten = { error, listOnly: true }
      const { state, detail, remedy } = await lostSaves(client, made)
      assert.equal(state, 'failed')
      assert.include(detail, `error ${error}`)
      assert.match(remedy!, error === CommandError.internal ? /its log/ : /version/)
    })
})
