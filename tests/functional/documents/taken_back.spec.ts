import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import {
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { hearNotices } from '../../helpers/heard_notices.js'
import { toldSession, type ToldSave } from '../../helpers/told_saves.js'

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

  test('is told from a last save that comes late and holds what is kept already', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { notices, deaf } = hearNotices()
    cleanup(deaf)
    const { id, by, written } = await session(client)
    const late = written(60, { text: 'A', by: by.slice(0, 1) })
    await written(50, { status: 6, text: 'A', by: by.slice(0, 1) }).send()
    await written(30, { text: 'A B', by }).send()
    await late.send()
    assert.deepEqual(await placesOf(id), [false, false, false])
    assert.equal((await documentOf(id)).versionNo, 3)
    assert.isEmpty(notices.heard)
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

  test('lies beside where nothing tells it from an older save, and the notice and the log say why', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { notices, deaf } = hearNotices()
    cleanup(deaf)
    const { id, by, written } = await session(client)
    await written(30, { status: 6, text: 'A B', by }).send()
    await written(30, { text: 'A', by: by.slice(0, 1) }).send()
    assert.deepEqual(await placesOf(id), [false, false, true])
    const [notice] = notices.toldTo(by[0]!)
    assert.match(notice!.body, /version 2 had been saved in the same session.*taken back/)
    const entry = await DocumentLog.query().where({ documentId: id, versionNo: 3 }).firstOrFail()
    assert.match(String(entry.detail?.reason), /version 2 had been saved in the same session/)
  })

  test('is not what a save with more in it does whose time is earlier, as after a clock was set back', async ({
    client,
    assert,
  }) => {
    const { id, by, written } = await session(client)
    await written(30, { status: 6, text: 'A', by, changed: 10 }).send()
    await written(60, { text: 'A B', by, changed: 20 }).send()
    assert.deepEqual(await placesOf(id), [false, false, false])
    assert.equal((await documentOf(id)).versionNo, 3)
  })
})
