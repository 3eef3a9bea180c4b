import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { Retention } from '#kernel/retention/retention'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog, { type LogAction } from '../../../app/plugins/documents/models/document_log.js'
import DocumentLoss from '../../../app/plugins/documents/models/document_loss.js'
import { SessionPeople } from '../../../app/plugins/documents/recovery/session_people.js'
import { makeOperator } from '../../helpers/accounts.js'
import { actionsOf, documentOf, editorStage, staged } from '../../helpers/editor_stage.js'
import type { EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { statementsOf } from '../../helpers/statements.js'
import { toldSession } from '../../helpers/told_saves.js'

const DAY = 86_400_000
const LONG_AGO = 400 * DAY

async function sweep() {
  return (await app.container.make(Retention)).sweep()
}

/** What other tests left comes before, and is new: a sweep ends there. */
async function lookAtNoOthers() {
  await DocumentLog.query().whereNull('fileId').delete()
}

const ago = (ms: number) => DateTime.fromMillis(clock.now() - ms, { zone: 'utc' })

test.group('Documents | how long their logs are kept', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    await lookAtNoOthers()
    return () => stage.close()
  })
  group.each.teardown(() => clock.restore())

  const note = (documentId: number, action: LogAction, by: number | null, at = LONG_AGO) =>
    DocumentLog.create({ documentId, action, operatorId: by, createdAt: ago(at) })

  const idsOf = async (documentId: number) =>
    (await DocumentLog.query().where({ documentId }).orderBy('id')).map(({ id }) => id)

  async function makeOld(documentId: number) {
    const createdAt = toStored(clock.now() - LONG_AGO)
    await DocumentLog.query().where({ documentId }).update({ createdAt })
  }

  /** A document whose session began long ago, and all of it is here since, where nothing else is said. */
  async function oldSession(client: ApiClient, settledDaysAgo: number | null = 2) {
    const { id, owner } = await staged(client)
    const { editorKey } = await documentOf(id)
    const settledAt = settledDaysAgo === null ? null : toStored(clock.now() - settledDaysAgo * DAY)
    const createdAt = toStored(clock.now() - 2 * LONG_AGO)
    await DocumentKey.query().where({ editorKey }).update({ createdAt, settledAt })
    return { id, owner, editorKey, other: await makeOperator() }
  }

  test('remove what was kept for long enough, but the last of each kind by each person, and two of each visit', async ({
    client,
    assert,
  }) => {
    const { id, owner, other } = await oldSession(client)
    const before = await idsOf(id)
    const kinds: [LogAction, number | null][] = [
      ['renamed', owner.id],
      ['renamed', other.id],
      ['callback_ignored', null],
      ['editing_started', other.id],
      ['editing_left', other.id],
    ]
    for (const [action, by] of kinds) await note(id, action, by)
    const kept: number[] = []
    for (const [action, by] of kinds.slice(3)) kept.push((await note(id, action, by)).id)
    for (const [action, by] of kinds) kept.push((await note(id, action, by)).id)
    await sweep()
    assert.deepEqual(await idsOf(id), [...before, ...kept])
    assert.deepEqual(await sweep(), {})
  })

  test('keep for as long as is set what is done', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const rename = async (title: string) =>
      (await client.put(`/app/document/${id}`).loginAs(owner).json({ title })).assertStatus(200)
    for (const title of ['One', 'Two', 'Three']) await rename(title)
    const before = await actionsOf(id)
    clock.travel(364 * DAY)
    await sweep()
    assert.deepEqual(await actionsOf(id), before)
    clock.travel(2 * DAY)
    await sweep()
    const renamed = (await actionsOf(id)).filter((action) => action === 'renamed')
    assert.lengthOf(renamed, 1)
  })

  test('keep files that came with failed saves, with their entries', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    for (const text of ['half', 'less']) await save({ status: 7, text, by: [owner.id] }).send()
    await makeOld(id)
    const kept = async () => {
      const entries = await DocumentLog.query().where({ documentId: id }).whereNotNull('fileId')
      return entries.map(({ fileId }) => fileId!)
    }
    const before = await kept()
    assert.lengthOf(before, 3)
    await sweep()
    assert.deepEqual(await kept(), before)
  })

  test('keep who came and left since not all of a session is here', async ({ client, assert }) => {
    const { id, owner, other, editorKey } = await oldSession(client, null)
    const before = await idsOf(id)
    const actions: LogAction[] = ['editing_started', 'editing_left', 'save_rejected']
    for (const action of [...actions, ...actions]) await note(id, action, other.id)
    const known = await idsOf(id)
    await note(id, 'renamed', owner.id)
    const { id: renamed } = await note(id, 'renamed', owner.id)
    await sweep()
    assert.deepEqual(await idsOf(id), [...known, renamed])

    await DocumentKey.query()
      .where({ editorKey })
      .update({ settledAt: toStored(clock.now()) })
    await sweep()
    assert.lengthOf(await idsOf(id), before.length + 7)
  })

  test('keep what is known of people until they are told: {title}')
    .with([
      { title: 'of a session that is gone', changes: { goneAt: toStored(0) } },
      { title: 'of one that was taken back', changes: { state: 'taken_back' } },
      { title: 'of one whose work lies over there', changes: null },
    ])
    .run(async ({ client, assert }, { changes }) => {
      const { id, other, editorKey } = await oldSession(client)
      for (let times = 0; times < 3; times++) await note(id, 'closed_unsaved', other.id)
      const before = await idsOf(id)
      const key = () => DocumentKey.query().where({ editorKey })
      const loss = { documentId: id, editorKey, mark: 'm', reason: 'r', body: 'b', attempts: 1 }
      const met = { createdAt: ago(0), tellFrom: ago(0), missed: 0, mendersTold: 0 }
      if (changes) await key().update(changes)
      else await DocumentLoss.create({ ...loss, ...met })
      await sweep()
      assert.deepEqual(await idsOf(id), before)

      await key().update({ goneAt: null, state: 'replaced' })
      await DocumentLoss.query().where({ editorKey }).delete()
      await sweep()
      assert.lengthOf(await idsOf(id), before.length - 2)
    })

  test('leave it known who was ever inside, and whose work may come', async ({
    client,
    assert,
  }) => {
    const { id, owner, other, editorKey } = await oldSession(client)
    for (const by of [owner.id, other.id, other.id, other.id]) {
      await note(id, 'editing_started', by)
      await note(id, 'editing_left', by)
    }
    await note(id, 'editing_started', owner.id, DAY)
    const people = await app.container.make(SessionPeople)
    const key = await DocumentKey.findByOrFail({ editorKey })
    const before = [await people.concerned(key), await people.authorOf(key)]
    const entries = (await idsOf(id)).length
    await sweep()
    assert.isBelow((await idsOf(id)).length, entries)
    assert.deepEqual([await people.concerned(key), await people.authorOf(key)], before)
  })

  test('leave it known that a save came after one that failed, so that the next failure is told', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const failed = (text: string) => save({ status: 7, text, by: [owner.id] }).send()
    await failed('half')
    for (const text of ['good', 'better']) await save({ status: 6, text, by: [owner.id] }).send()
    assert.lengthOf(notices.toldTo(owner.id), 1)
    await makeOld(id)
    await sweep()
    await failed('less')
    assert.lengthOf(notices.toldTo(owner.id), 2)
  })

  test('remove a few at a time, and look past what stays', async ({ client, assert }) => {
    const { id, owner } = await oldSession(client)
    const { editorKey } = await documentOf(id)
    const rows = (
      action: LogAction,
      count: number,
      created_at = toStored(clock.now() - LONG_AGO)
    ) =>
      Array.from({ length: count }, () => ({
        document_id: id,
        action,
        operator_id: owner.id,
        created_at,
      }))
    await DocumentKey.query().where({ editorKey }).update({ settledAt: null })
    const all = [...rows('editing_left', 700), ...rows('renamed', 1_201)]
    for (let from = 0; from < all.length; from += 200)
      await db.table('document_logs').multiInsert(all.slice(from, from + 200))
    const statements = await statementsOf(sweep)
    const deleting = statements.filter((sql) => /^delete from .document_logs/i.test(sql))
    assert.isAtLeast(deleting.length, 3)
    const actions = await actionsOf(id)
    assert.lengthOf(
      actions.filter((action) => action === 'renamed'),
      1
    )
    assert.lengthOf(
      actions.filter((action) => action === 'editing_left'),
      700
    )
  })
})
