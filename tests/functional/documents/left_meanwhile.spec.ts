import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { SilentSessions } from '../../../app/plugins/documents/recovery/silent_sessions.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { hearNotices, type HeardNotices } from '../../helpers/heard_notices.js'
import { sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'

const MINUTE_MS = 60_000

test.group('Documents | who left while a save was under way', (group) => {
  let stage: EditorStage
  let notices: HeardNotices
  let skewMs = 0
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() + skewMs })
    return () => stage.close()
  })
  group.each.setup(async () => {
    await DocumentOpening.query().delete()
    await DocumentKey.query().update({ goneAt: null, unsavedAt: null })
    const hearing = hearNotices()
    notices = hearing.notices
    return () => {
      skewMs = 0
      hearing.deaf()
      clock.restore()
      stage.configure()
    }
  })

  async function sweepLater() {
    clock.travel(40 * MINUTE_MS)
    await sweep()
    await (await app.container.make(SilentSessions)).handle()
  }

  /** Whoever is told of something. */
  const told = () => [...new Set(notices.heard.flatMap(({ userIds }) => [...userIds]))]

  /** Two are inside, and the first has changed something that a forced save holds which is yet to come. */
  async function twoInside(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const first = await stage.server.open(config)
    const second = await stage.server.open(await configOf(client, id, other))
    first.edit('A1')
    const payload = {
      ...{ key: config.document.key, status: 6, users: [String(owner.id)], forcesavetype: 2 },
      url: stage.server.offer(wordBytes('A1'), 'docx'),
      lastsave: new Date(clock.now() + skewMs).toISOString(),
    }
    const { callbackUrl } = config.editorConfig
    const arrive = (more: object = {}) =>
      stage.server.sendCallback({
        callbackUrl: callbackUrl!,
        payload: { ...payload, ...more },
      })
    return { id, owner, other, config, first, second, arrive }
  }

  for (const minutes of [0, 3, -3])
    test(`is told when the session is lost, with a clock over there ${minutes} minutes ahead`, async ({
      client,
      assert,
    }) => {
      skewMs = minutes * MINUTE_MS
      const { owner, other, first, arrive } = await twoInside(client)
      clock.travel(MINUTE_MS)
      first.edit('A2')
      await first.close()
      clock.travel(MINUTE_MS)
      assert.equal((await arrive()).reply!.status, 200)
      stage.server.reset()
      await sweepLater()
      assert.sameMembers(told(), [owner.id, other.id])
    })

  test('is told where it is not said when the save was begun', async ({ client, assert }) => {
    const { owner, other, first, arrive } = await twoInside(client)
    await first.close()
    clock.travel(MINUTE_MS)
    await arrive({ lastsave: undefined })
    stage.server.reset()
    await sweepLater()
    assert.sameMembers(told(), [owner.id, other.id])
  })

  for (const [what, bytes] of [
    ['whole', wordBytes('A1 A2')],
    ['damaged', wordBytes('A1 A2').subarray(0, 300)],
  ] as const)
    test(`is told when their work lies with the document server, ${what}`, async ({
      client,
      assert,
    }) => {
      const { owner, other, config, first, arrive } = await twoInside(client)
      clock.travel(MINUTE_MS)
      await first.close()
      clock.travel(MINUTE_MS)
      await arrive()
      stage.server.reset()
      stage.server.store.forget(config.document.key, 'docx', bytes)
      await sweepLater()
      assert.includeMembers(told(), [owner.id, other.id])
    })

  test('is not told once a later save holds all of it', async ({ client, assert }) => {
    const { owner, other, first, second, arrive } = await twoInside(client)
    await first.close()
    clock.travel(MINUTE_MS)
    await arrive()
    clock.travel(MINUTE_MS)
    second.edit('B1')
    await second.forceSave()
    stage.server.reset()
    await sweepLater()
    assert.notInclude(told(), owner.id)
    assert.include(told(), other.id)
  })
})
