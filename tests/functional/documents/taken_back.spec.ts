import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import {
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
  configOf,
  staged,
  actionsOf,
} from '../../helpers/editor_stage.js'
import { toldSession, type ToldSave, nextSession } from '../../helpers/told_saves.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { clock } from '#kernel/state/clock'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'

const OTHER = 7

test.group('Documents | what is taken back in the editor', (group) => {
  let stage: EditorStage
  let secondsAgo = 0
  group.setup(async () => {
    stage = await editorStage({ now: () => Date.now() - secondsAgo * 1000 })
    return () => stage.close()
  })
  group.each.setup(() => () => {
    secondsAgo = 0
  })

  /** A session of two, and saves that were written a while ago. */
  async function session(client: ApiClient) {
    const { id, owner, save } = await toldSession(client, stage)
    const written = (ago: number, told: ToldSave) => {
      secondsAgo = ago
      const made = save(told)
      secondsAgo = 0
      return made
    }
    return { id, by: [owner.id, OTHER], written }
  }

  const placesOf = async (id: number) => (await versionsOf(id)).map(({ beside }) => beside)

  test('is not present any more once the session saves without it', async ({ client, assert }) => {
    const { id, by, written } = await session(client)
    await written(60, { status: 6, text: 'A B', by }).send()
    await written(30, { text: 'A', by: by.slice(0, 1) }).send()
    assert.deepEqual(await placesOf(id), [false, false, false])
    assert.equal((await documentOf(id)).versionNo, 3)
  })

  test('is told from an older save that comes late', async ({ client, assert }) => {
    const { id, by, written } = await session(client)
    const older = written(60, { status: 6, text: 'A', by: by.slice(0, 1) })
    await written(30, { status: 6, text: 'A B', by }).send()
    await older.send()
    assert.deepEqual(await placesOf(id), [false, false, true])
    assert.equal((await documentOf(id)).versionNo, 2)
  })

  test('stays beside in a save of before that comes late, when the session is over', async ({
    client,
    assert,
  }) => {
    const { id, by, written } = await session(client)
    const before = written(60, { text: 'A B', by })
    await written(30, { text: 'A', by: by.slice(0, 1) }).send()
    await before.send()
    assert.deepEqual(await placesOf(id), [false, false, true])
    assert.equal((await documentOf(id)).versionNo, 2)
  })
})

test.group('Documents | sessions that are closed without what they had saved', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  const courier = new HeldCourier()
  let aheadMs = 0
  group.setup(async () => {
    stage = await editorStage({ courier, now: () => Date.now() + aheadMs })
    return () => stage.close()
  })
  group.each.teardown(() => {
    courier.fate = () => 'delivered'
  })

  /** Somebody has it saved on the way, and takes all of it back. */
  async function takenBack(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Better not.')
    await editor.forceSave()
    aheadMs += 5_000
    editor.takeBack()
    return { id, owner, config, editor }
  }

  const closings = (documentId: number) =>
    DocumentLog.query().where({ documentId, action: 'closed_unsaved' })

  test('keep what was saved on the way, and tell whoever was inside which version is present', async ({
    client,
    assert,
  }) => {
    const { id, owner, editor } = await takenBack(client)
    assert.equal((await editor.close())?.status, 4)
    assert.equal((await documentOf(id)).versionNo, 2)

    const [notice, ...more] = notices.toldTo(owner.id)
    assert.lengthOf(more, 0)
    assert.match(notice!.body, /“Minutes”.*Version 2.*version 1/s)
    const [entry] = await closings(id)
    assert.equal(entry!.versionNo, 2)
    assert.deepEqual(entry!.detail?.userIds, [owner.id])
  })

  test('are opened anew from what is present, not from what they began with', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, editor } = await takenBack(client)
    await editor.close()
    const next = await configOf(client, id, owner)
    assert.notEqual(next.document.key, config.document.key)
    const again = await stage.server.open(next)
    assert.deepEqual(again.texts, ['Better not.'])
    await again.close()
  })

  test('are opened anew where the word of their end was missed', async ({ client, assert }) => {
    const { id, owner, config, editor } = await takenBack(client)
    courier.fate = () => 'request_lost'
    await editor.close()
    courier.fate = () => 'delivered'
    const next = await configOf(client, id, owner)
    assert.equal(next.document.key, (await documentOf(id)).sessionKey)
    assert.notEqual(next.document.key, config.document.key)
    assert.lengthOf(notices.toldTo(owner.id), 1)
  })
})

test.group('Documents | a save in which all was taken back', (group) => {
  const there = lookedAfter(group)
  const notices = noticesOf(group)

  test('leaves nothing unsaved behind whoever closes after it', async ({ client, assert }) => {
    const { server } = there.stage
    const { id, config } = await toldSession(client, there.stage)
    const anns = await server.open(config)
    anns.edit('a')
    anns.takeBack()
    await anns.forceSave()
    clock.travel(MINUTE_MS)
    await anns.close()
    await server.settled()
    assert.isEmpty(notices.heard)
    assert.lengthOf(await versionsOf(id), 2)
  })
})

test.group('Documents | a forced save without changes', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('is no version, and closing after it takes nothing back', async ({ client, assert }) => {
    const session = await toldSession(client, stage)
    const { id, owner } = session
    const by = [owner.id]
    await session.save({ text: 'As it was', by }).send()
    const { config, save } = await nextSession(client, stage, session)
    const editor = await stage.server.open(config)
    const pressed = { forcesavetype: 1, users: [String(owner.id)] }
    const sent = await save({ status: 6, text: 'As it was', more: pressed }).send()
    assert.include(sent.reply!.body, '"outcome":"unchanged","versionNo":2')
    assert.containsSubset(await editor.close(), { status: 4 })
    assert.lengthOf(await versionsOf(id), 2)
    assert.equal((await documentOf(id)).sessionKey, config.document.key)
    assert.notInclude(await actionsOf(id), 'closed_unsaved')
    assert.lengthOf(notices.heard, 0)
  })
})
