import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentLoss from '../../../app/plugins/documents/models/document_loss.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import DocumentOwedWork from '../../../app/plugins/documents/models/document_owed_work.js'
import DocumentSave from '../../../app/plugins/documents/models/document_save.js'
import DocumentVersion from '../../../app/plugins/documents/models/document_version.js'
import { assertNoneGone } from '../../../app/plugins/documents/live/gone_keys.js'
import { drawBackFuture } from '../../../app/plugins/documents/recovery/future_moments.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

const MINUTE_MS = 60_000
const DAY = 1440

test.group('Documents | moments of work that are ahead of the clock', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    await DocumentOpening.query().delete()
    return async () => {
      await DocumentOpening.query().delete()
      await stage.close()
    }
  })
  group.each.setup(() => () => clock.restore())

  /** In minutes from now. */
  const at = (minutes: number) => DateTime.fromMillis(clock.now() + minutes * MINUTE_MS)
  const until = (moment: DateTime) => (+moment - clock.now()) / MINUTE_MS

  async function session(client: ApiClient, state: 'open' | 'final' = 'open') {
    const { id: documentId, owner, config } = await staged(client)
    const { key: editorKey } = config.document
    clock.stop()
    const key = await DocumentKey.findByOrFail({ editorKey })
    await key.merge({ state }).save()
    return { documentId, editorKey, userId: owner.id, key }
  }

  type Session = Awaited<ReturnType<typeof session>>

  function owed({ documentId, editorKey, userId }: Session, createdAt: DateTime) {
    return DocumentOwedWork.create({ documentId, editorKey, userIds: [userId], createdAt })
  }

  function lost({ documentId, editorKey }: Session, moments: Partial<DocumentLoss>) {
    const told = { reason: 'r', body: 'b', remedy: null, mark: 'm', userIds: null }
    const counted = { attempts: 4, missed: 0, mendersAfter: null, mendersTold: 0 }
    return DocumentLoss.create({ documentId, editorKey, ...told, ...counted, ...moments })
  }

  test('draw back what is owed, also of a session that is over', async ({ client, assert }) => {
    const one = await session(client, 'final')
    const work = await owed(one, at(DAY))
    await drawBackFuture()
    await work.refresh()
    assert.equal(until(work.createdAt), 0)
  })

  test('draw back what is lost, with when people are to be told of it', async ({
    client,
    assert,
  }) => {
    const one = await session(client)
    const loss = await lost(one, { createdAt: at(DAY), tellFrom: at(DAY + 60), retryAt: null })
    await drawBackFuture()
    await loss.refresh()
    assert.deepEqual([until(loss.createdAt), until(loss.tellFrom)], [0, 60])
  })

  test('draw back since when a loss is missing, and leave when people are told of it', async ({
    client,
    assert,
  }) => {
    const one = await session(client)
    const moments = { createdAt: at(-60), tellFrom: at(30), missingAt: at(DAY) }
    const loss = await lost(one, moments)
    await drawBackFuture()
    await loss.refresh()
    assert.equal(until(loss.missingAt!), 0)
    assert.deepEqual([until(loss.createdAt), until(loss.tellFrom)], [-60, 30])
  })

  test('try again what is lost no later than if it had been tried now', async ({
    client,
    assert,
  }) => {
    const moments = { createdAt: at(-60), tellFrom: at(-60) }
    const [far, near] = [
      await lost(await session(client), { ...moments, retryAt: at(DAY) }),
      await lost(await session(client), { ...moments, retryAt: at(39) }),
    ]
    await drawBackFuture()
    await Promise.all([far.refresh(), near.refresh()])
    assert.deepEqual([until(far.retryAt!), until(near.retryAt!)], [40, 39])
  })

  test('keep the order of all that was noted of a session', async ({ client, assert }) => {
    const one = await session(client)
    clock.travel(10 * MINUTE_MS)
    const { documentId, editorKey, key } = one
    const version = await DocumentVersion.findByOrFail({ documentId, no: 1 })
    await version.merge({ editorKey, createdAt: at(DAY + 1), changedBy: at(DAY) }).save()
    const saved = { identity: 'x'.repeat(64), status: 6, outcome: 'version' as const, versionNo: 1 }
    const save = await DocumentSave.create({
      ...{ documentId, editorKey, ...saved },
      createdAt: at(DAY + 2),
    })
    const noted = { documentId, createdAt: at(DAY + 3) }
    const left = await DocumentLog.create({
      ...{ ...noted, action: 'editing_left' },
      detail: { keyId: key.id },
    })
    const unnamed = await DocumentLog.create({ ...noted, action: 'saved', createdAt: at(DAY + 4) })
    const work = await owed(one, at(DAY + 5))
    await drawBackFuture()
    const rows = [version, save, left, unnamed, work]
    await Promise.all(rows.map((row) => row.refresh()))
    const moments = rows.map(({ createdAt }) => +createdAt)
    assert.deepEqual(moments, [...new Set(moments)].toSorted())
    assert.equal(moments.at(-1), clock.now())
    assert.equal(until(version.changedBy!), DAY)
  })

  test('keep a document only for a day from when a session was lost', async ({
    client,
    assert,
  }) => {
    const { documentId, key } = await session(client)
    const [detail, createdAt] = [{ keyId: key.id }, at(30 * DAY)]
    await DocumentLog.create({ documentId, action: 'session_lost', detail, createdAt })
    await drawBackFuture()
    clock.travel((DAY + 1) * MINUTE_MS)
    await assert.doesNotReject(() => actAsSystem('test', () => assertNoneGone(documentId)))
  })
})
