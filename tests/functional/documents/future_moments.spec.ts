import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { ClockCheck } from '#kernel/state/clock_check'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { drawBack, drawBackFuture } from '../../../app/plugins/documents/recovery/future_moments.js'
import { SilentSessions } from '../../../app/plugins/documents/recovery/silent_sessions.js'
import { peopleAtRisk } from '../../../app/plugins/documents/sessions/people_at_risk.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

test.group('Documents | moments of sessions that are ahead of the clock', (group) => {
  noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    await DocumentOpening.query().delete()
    return async () => {
      await DocumentOpening.query().delete()
      await stage.close()
    }
  })
  group.each.teardown(() => {
    clock.restore()
    app.container.restore(ClockCheck)
  })

  /** Moments of a session, in minutes from now, before and after they are drawn back. */
  async function stampedAhead(client: ApiClient, joined: number, left: number) {
    const { config } = await staged(client)
    await stage.server.open(config)
    const { key: editorKey } = config.document
    const opening = await DocumentOpening.findByOrFail({ editorKey })
    clock.stop()
    const at = (minutes: number) => DateTime.fromMillis(clock.now() + minutes * MINUTE_MS)
    await opening.merge({ openedAt: at(-3), joinedAt: at(joined), leftAt: at(left) }).save()
    const key = await DocumentKey.findByOrFail({ editorKey })
    await key.merge({ heardAt: at(left) }).save()
    return { key, opening }
  }

  test('keep the order of moments of which only some are far ahead', async ({ client, assert }) => {
    const { key, opening } = await stampedAhead(client, 2, 10)
    await drawBackFuture()
    await Promise.all([key.refresh(), opening.refresh()])
    const moments = [opening.openedAt, opening.joinedAt!, opening.leftAt!].map(Number)
    assert.deepEqual(
      moments,
      moments.toSorted((one, other) => one - other)
    )
    assert.isAtMost(moments[2]!, clock.now())
    assert.equal(moments[0], clock.now() - 3 * MINUTE_MS)
  })

  test('keep apart what was saved and who left later, though something was stamped since', async ({
    client,
    assert,
  }) => {
    const { key, opening } = await stampedAhead(client, -30, 45)
    const settledAt = opening.leftAt!.minus({ minutes: 5 })
    const since = DateTime.fromMillis(clock.now())
    await opening.merge({ endedAt: opening.leftAt }).save()
    await key.merge({ settledAt, heardAt: since }).save()
    assert.deepEqual(await peopleAtRisk(key), [opening.userId])
    await drawBack(key)
    await key.refresh()
    assert.deepEqual(await peopleAtRisk(key), [opening.userId])
  })

  test('look at the moments of who is inside, too', async ({ client, assert }) => {
    const { key, opening } = await stampedAhead(client, 2, 10)
    await key.merge({ heardAt: null }).save()
    await drawBackFuture()
    await opening.refresh()
    assert.equal(+opening.leftAt!, clock.now())
  })

  test('leave moments alone that are no farther ahead than clocks are apart', async ({
    client,
    assert,
  }) => {
    const { opening } = await stampedAhead(client, 2, 4)
    await drawBackFuture()
    await opening.refresh()
    assert.equal(+opening.leftAt!, clock.now() + 4 * MINUTE_MS)
  })

  test('draw nothing back where this machine’s clock may be the wrong one', async ({
    client,
    assert,
  }) => {
    const { opening } = await stampedAhead(client, 2, 10)
    const disagreement = async () => 'This machine’s clock is 10 minutes behind the database’s'
    app.container.swap(ClockCheck, () => ({ disagreement }) as unknown as ClockCheck)
    await (await app.container.make(SilentSessions)).handle()
    await opening.refresh()
    assert.equal(+opening.leftAt!, clock.now() + 10 * MINUTE_MS)
  })

  test('write over nothing that was stamped since the moments were read', async ({
    client,
    assert,
  }) => {
    const { key } = await stampedAhead(client, 2, 10)
    const [ahead, since] = [10, 20].map((days) => DateTime.fromMillis(clock.now() + days * DAY_MS))
    await key.merge({ heardAt: ahead! }).save()
    await DocumentKey.query()
      .where('id', key.id)
      .update({ heardAt: toStored(since!) })
    await drawBack(key)
    await key.refresh()
    assert.equal(+key.heardAt!, +since!)
  })
})
