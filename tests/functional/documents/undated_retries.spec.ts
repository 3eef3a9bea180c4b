import { test } from '@japa/runner'
import {
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, lose, sweep } from '../../helpers/lost_saves.js'
import { toldSession, type ToldSave } from '../../helpers/told_saves.js'

const at = (minute: number) => `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`

test.group('Documents | older content after newer, without its time', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let passed = 0
  group.setup(async () => {
    stage = await editorStage({ now: () => Date.now() + passed })
    stage.server.faults.undated = true
    return () => stage.close()
  })
  group.each.setup(() => {
    passed = -300_000
    return () => forgetKept(stage)
  })

  const besides = async (id: number) => (await versionsOf(id)).map(({ beside }) => beside)

  const uncompared = [
    { title: 'has no archive of changes', hasHistory: true },
    { title: 'has no history', hasHistory: false },
  ]
  for (const { title, hasHistory } of uncompared) {
    const toldSaves = async (...[client]: Parameters<typeof staged>) => {
      const session = await toldSession(client, stage)
      const traces = hasHistory
        ? { changesurl: `${stage.server.url}/cache/files/none/changes.zip` }
        : { history: {} }
      const users = [String(session.owner.id)]
      const save = (told: ToldSave, lastsave: number) => {
        const by = hasHistory ? [session.owner.id] : []
        return session
          .save({ by, ...told, more: { ...traces, users, lastsave: at(lastsave) } })
          .send()
      }
      return { id: session.id, owner: session.owner, save }
    }

    test(`keep an older last save beside a forced one, and tell, where it ${title}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, save } = await toldSaves(client)
      await save({ status: 6, text: 'A B', changedAt: at(5) }, 5)
      await save({ text: 'A', changedAt: at(1) }, 5)
      await save({ text: 'A B', changedAt: at(5) }, 5)
      assert.deepEqual(await besides(id), [false, false, true])
      assert.equal((await documentOf(id)).versionNo, 2)
      assert.lengthOf(notices.toldTo(owner.id), 1)
    })

    test(`let saves that grow follow each other, and tell nobody, where each ${title}`, async ({
      client,
      assert,
    }) => {
      const { id, save } = await toldSaves(client)
      await save({ status: 6, text: 'A', changedAt: at(1) }, 1)
      await save({ status: 6, text: 'A B', changedAt: at(3) }, 3)
      await save({ text: 'A B C', changedAt: at(5) }, 5)
      assert.deepEqual(await besides(id), [false, false, false, false])
      assert.isEmpty(notices.heard)
    })
  }

  for (const isLost of [false, true]) {
    test(`keep beside, and tell once, what goes back to a forced save${isLost ? ' and was lost' : ''}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, config } = await staged(client)
      const editor = await stage.server.open(config)
      for (const text of ['One.', 'Two, regretted.']) {
        editor.edit(text)
        passed += 5_000
        await editor.forceSave()
        passed += 5_000
      }
      editor.takeBack()
      if (isLost) {
        await lose(stage, editor)
        assert.containsSubset(await sweep({ evenWaiting: true }), { recovered: 1 })
      } else await editor.close()
      assert.deepEqual(await besides(id), [false, false, false, true])
      assert.equal((await documentOf(id)).versionNo, 3)
      assert.lengthOf(notices.toldTo(owner.id), 1)
      assert.match(notices.toldTo(owner.id)[0]!.body, /version 4, beside the present version 3/)
    })
  }

  test('tell nobody again where what went back is sent again', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const by = [owner.id]
    const first = { text: 'A', by, changed: 20, changedAt: at(1) }
    const second = { text: 'A B', by, changed: 50, changedAt: at(3) }
    await save({ ...first, status: 6, more: { lastsave: at(1) } }).send()
    await save({ ...second, status: 6, more: { lastsave: at(3) } }).send()
    const last = save({ ...first, more: { lastsave: at(5) } })
    await last.send()
    await last.send()
    await save({ ...first, more: { lastsave: at(5) } }).send()
    assert.deepEqual(await besides(id), [false, false, false, true])
    assert.lengthOf(notices.toldTo(owner.id), 1)
  })
})
