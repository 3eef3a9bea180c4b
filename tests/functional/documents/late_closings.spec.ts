import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { SilentSessions } from '../../../app/plugins/documents/recovery/silent_sessions.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  editorStage,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { hearNotices, type HeardNotices } from '../../helpers/heard_notices.js'

const MINUTE_MS = 60_000

test.group('Documents | closings that are told late', (group) => {
  let stage: EditorStage
  let notices: HeardNotices
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    return () => stage.close()
  })
  group.each.setup(async () => {
    await DocumentOpening.query().delete()
    await DocumentKey.query().update({ goneAt: null, unsavedAt: null })
    const hearing = hearNotices()
    notices = hearing.notices
    return () => {
      hearing.deaf()
      clock.restore()
      stage.configure()
    }
  })

  async function sweepLater() {
    clock.travel(40 * MINUTE_MS)
    await (await app.container.make(SilentSessions)).handle()
  }

  const told = () => [...new Set(notices.heard.flatMap(({ userIds }) => [...userIds]))]
  const questions = () =>
    stage.server.log.of('command').filter(({ command }) => command.c === 'info')

  /** The owner has left without a change, which is told only once a newcomer is inside. */
  async function newcomer(client: ApiClient, who: 'owner' | 'other') {
    const { id, owner, config } = await staged(client)
    const first = await stage.server.open(config)
    const user = who === 'owner' ? owner : await makeOperator()
    const second = await stage.server.open(await configOf(client, id, user))
    first.room.participants.shift()
    first.vanish()
    const closed = () =>
      stage.server.sendCallback({
        callbackUrl: config.editorConfig.callbackUrl!,
        payload: {
          ...{ key: config.document.key, status: 4 },
          actions: [{ type: 0, userid: String(owner.id) }],
        },
      })
    return { id, owner, user, editor: second, closed }
  }

  for (const who of ['owner', 'other'] as const)
    test(`keep the ${who} inside who has come since, and tell them of what is lost`, async ({
      client,
      assert,
    }) => {
      const { id, user, editor, closed } = await newcomer(client, who)
      assert.equal((await closed()).reply!.status, 200)
      assert.sameMembers(
        (await documentOf(id)).editing.map(({ id: inside }) => inside),
        [user.id]
      )
      editor.edit('Lost.')
      stage.server.reset()
      await sweepLater()
      assert.include(told(), user.id)
    })

  test('keep who has come inside where nobody can be asked', async ({ client, assert }) => {
    const { user, editor, closed } = await newcomer(client, 'other')
    stage.configure({ documentServerUrl: 'http://127.0.0.1:1' })
    assert.equal((await closed()).reply!.status, 200)
    stage.configure()
    editor.edit('Lost.')
    stage.server.reset()
    await sweepLater()
    assert.include(told(), user.id)
  })

  test('tell whoever came since to save what a crash left unsaved', async ({ client, assert }) => {
    const { user, editor, closed } = await newcomer(client, 'owner')
    await closed()
    editor.edit('Unsaved.')
    stage.server.crash()
    await sweepLater()
    await sweepLater()
    assert.include(told(), user.id)
  })

  test('are believed without a question where nobody else was let in', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    await (await stage.server.open(config)).close()
    await (await stage.server.open(await configOf(client, id, owner))).close()
    const again = await configOf(client, id, owner)
    stage.server.log.clear()
    await (await stage.server.open(again)).close()
    await stage.server.settled()
    assert.lengthOf(questions(), 0)
    const openings = await DocumentOpening.query().where('documentId', id).whereNull('endedAt')
    assert.lengthOf(openings, 0)
  })

  test('are believed at an answer where somebody else was let in and never came', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    await configOf(client, id, await makeOperator())
    await (await stage.server.open(config)).close()
    await stage.server.settled()
    const openings = await DocumentOpening.query().where('documentId', id).whereNull('endedAt')
    assert.lengthOf(openings, 0)
    assert.deepEqual((await documentOf(id)).editing, [])
  })
})
