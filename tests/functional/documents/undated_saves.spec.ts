import { test } from '@japa/runner'
import type { Editor } from '../../fakes/document_server/editor.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { toldSession, type ToldSave } from '../../helpers/told_saves.js'

const at = (minute: number) => `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`

test.group('Documents | saves of which nothing tells when they were written', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let passed = 0
  group.setup(async () => {
    stage = await editorStage({ now: () => Date.now() + passed })
    stage.server.faults.undated = true
    return () => stage.close()
  })
  group.each.setup(() => {
    passed = -60_000
  })

  const besides = async (id: number) => (await versionsOf(id)).map(({ beside }) => beside)
  const later = () => {
    passed += 5_000
  }

  /** Of one person, who wrote from ten o'clock. */
  const told = (by: number, text: string, changed: number, times: [last: number, save: number]) => {
    const [changedAt, lastsave] = times.map(at)
    return { by: [by], text, changed, changedAt, more: { lastsave } } satisfies ToldSave
  }

  const takenBack = [
    { title: 'in what one person wrote', olderBy: [0], newerBy: [0] },
    { title: 'by the second person', olderBy: [0, 1], newerBy: [0] },
  ]
  for (const { title, olderBy, newerBy } of takenBack) {
    test(`keep the retry of an older save beside a newer one with less in it, ${title}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, save } = await toldSession(client, stage)
      const people = (by: number[]) => by.map((number) => owner.id + number)
      const older = { ...told(owner.id, 'A B', 50, [3, 9]), by: people(olderBy) }
      const newer = { ...told(owner.id, 'A', 20, [0, 5]), by: people(newerBy) }
      assert.isTrue((await save(newer).send()).saved)
      assert.isTrue((await save(older).send()).saved)
      assert.equal((await documentOf(id)).versionNo, 2)
      assert.deepEqual(await besides(id), [false, false, true])
      assert.match(notices.toldTo(owner.id)[0]!.body, /version 3, beside the present version 2/)
    })

    test(`keep the newer save beside, too, where the older one came first, ${title}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, save } = await toldSession(client, stage)
      const people = (by: number[]) => by.map((number) => owner.id + number)
      await save({ ...told(owner.id, 'A B', 50, [3, 5]), by: people(olderBy) }).send()
      await save({ ...told(owner.id, 'A', 20, [0, 5]), by: people(newerBy) }).send()
      assert.deepEqual(await besides(id), [false, false, true])
      assert.match(notices.toldTo(owner.id)[0]!.body, /version 3, beside the present version 2/)
    })
  }

  test('tell whoever may have taken back what is present that it is', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const other = await makeOperator()
    const both = { ...told(owner.id, 'A B', 50, [3, 5]), by: [owner.id, other.id] }
    await save({ ...both, status: 6 }).send()
    await save(told(owner.id, 'A', 20, [0, 7])).send()
    assert.deepEqual(await besides(id), [false, false, true])
    assert.match(notices.toldTo(other.id)[0]!.body, /version 3, beside the present version 2/)
    assert.match(notices.toldTo(other.id)[0]!.body, /a session that you were in/)
  })

  test('keep an older save beside a forced one that lacks what was taken back', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    await save({ ...told(owner.id, 'A', 20, [0, 5]), status: 6 }).send()
    await save(told(owner.id, 'A B', 50, [3, 9])).send()
    assert.deepEqual(await besides(id), [false, false, true])
    assert.lengthOf(notices.toldTo(owner.id), 1)
  })

  test('keep what a forced save holds that arrives after an older last one', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    await save(told(owner.id, 'A B', 50, [3, 5])).send()
    await save({ ...told(owner.id, 'A C', 40, [7, 7]), status: 6 }).send()
    assert.deepEqual(await besides(id), [false, false, false])
    assert.isEmpty(notices.toldTo(owner.id))
  })

  test('drop a forced save that its last one carries', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    await save(told(owner.id, 'A B', 50, [3, 3])).send()
    await save({ ...told(owner.id, 'A', 20, [1, 1]), status: 6 }).send()
    assert.deepEqual(await actionsOf(id), ['saved', 'save_dropped'])
  })

  test('let a save follow that holds a change made after the one before was sent', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    await save(told(owner.id, 'A', 20, [1, 1])).send()
    await save(told(owner.id, 'A B', 50, [3, 3])).send()
    assert.deepEqual(await besides(id), [false, false, false])
    assert.isEmpty(notices.toldTo(owner.id))
  })

  test('believe no time that the document was made with', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    await save({ ...told(owner.id, 'A', 20, [2, 2]), status: 6 }).send()
    const old = { changedAt: '2020-01-01T00:00:00Z' }
    await save({ ...told(owner.id, 'A B', 50, [4, 4]), ...old }).send()
    assert.deepEqual(await besides(id), [false, false, false])
  })

  test('take a save whose times no database keeps', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    for (const lastsave of ['+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z']) {
      const sent = await save({
        status: 6,
        text: lastsave,
        by: [owner.id],
        more: { lastsave },
      }).send()
      assert.isTrue(sent.saved)
    }
    assert.lengthOf(await versionsOf(id), 3)
  })

  async function saved(editor: Editor): Promise<void> {
    later()
    await editor.forceSave()
    later()
  }

  test('let the saves of a session follow each other, and tell nobody', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('One.')
    await saved(editor)
    editor.edit('Two.')
    await saved(editor)
    editor.edit('Three.')
    await editor.close()
    assert.deepEqual(await besides(id), [false, false, false, false])
    assert.isEmpty(notices.toldTo(owner.id))
  })

  test('let the last save follow in which something was taken back, and other things written', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('One.')
    later()
    editor.edit('Two, at some length, and regretted.')
    await saved(editor)
    editor.takeBack()
    editor.edit('2!')
    await editor.close()
    assert.deepEqual(await besides(id), [false, false, false])
    assert.isEmpty(notices.toldTo(owner.id))
  })

  test('keep the last save beside, and tell, where something was only taken back', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('One.')
    later()
    editor.edit('Two, at some length, and regretted.')
    await saved(editor)
    editor.takeBack()
    await editor.close()
    assert.deepEqual(await besides(id), [false, false, true])
    assert.lengthOf(notices.toldTo(owner.id), 1)
  })
})
