import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { toldSession, nextSession } from '../../helpers/told_saves.js'

test.group('Documents | the order of saves', (group) => {
  onEveryDatabase(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  const outcomeOf = ({ reply }: { reply?: { body: string } }) => JSON.parse(reply!.body).data
  const besides = async (id: number) => (await versionsOf(id)).map(({ beside }) => beside)

  test('keep an older final save of a session beside the newer one', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const older = save({ text: 'A', by: [owner.id] })
    const newer = save({ text: 'A B', by: [owner.id, 7] })
    assert.isTrue((await newer.send()).saved)
    assert.deepEqual(outcomeOf(await older.send()), { outcome: 'version', versionNo: 3 })
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.deepEqual(await besides(id), [false, false, true])
  })

  test('keep the save with fewer changes beside where the histories are the same', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const older = save({ text: 'A', by: [owner.id], changed: 10 })
    const newer = save({ text: 'A B', by: [owner.id], changed: 20 })
    await newer.send()
    await older.send()
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.deepEqual(await besides(id), [false, false, true])
  })

  test('let the newer save of a session follow the older one, while nobody was let in since', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const newer = save({ text: 'A B', by: [owner.id, 7] })
    await save({ text: 'A', by: [owner.id] }).send()
    const between = (await documentOf(id)).sessionKey
    await newer.send()
    const document = await documentOf(id)
    assert.equal(document.versionNo, 3)
    assert.notEqual(document.sessionKey, between)
    assert.deepEqual(await besides(id), [false, false, false])
  })

  test('keep an older final save beside a newer forced one of the same session', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, save } = await toldSession(client, stage)
    const older = save({ text: 'A', by: [owner.id] })
    await save({ status: 6, text: 'A B', by: [owner.id, 7] }).send()
    await older.send()
    const document = await documentOf(id)
    assert.equal(document.versionNo, 2)
    assert.notEqual(document.sessionKey, config.document.key)
    assert.deepEqual(await besides(id), [false, false, true])
  })

  test('take a forced save that its final one did not carry', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const forced = save({ status: 6, text: 'A B', by: [owner.id, 7] })
    await save({ text: 'A', by: [owner.id] }).send()
    assert.deepEqual(outcomeOf(await forced.send()), { outcome: 'version', versionNo: 3 })
    assert.equal((await documentOf(id)).versionNo, 3)
  })

  test('drop a forced save that its final one carries', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const [shorter, smaller] = [
      save({ status: 6, text: 'A', by: [owner.id] }),
      save({ status: 6, text: 'B', by: [owner.id, 7], changed: 5 }),
    ]
    await save({ text: 'A B', by: [owner.id, 7] }).send()
    for (const { send } of [shorter, smaller])
      assert.deepEqual(outcomeOf(await send()), { outcome: 'dropped', versionNo: null })
    assert.lengthOf(await versionsOf(id), 2)
    assert.deepEqual(await actionsOf(id), ['saved', 'save_dropped', 'save_dropped'])
  })

  test('make no second version of what is kept beside', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const older = [save({ text: 'A', by: [owner.id] }), save({ text: 'A', by: [owner.id] })]
    await save({ text: 'A B', by: [owner.id, 7] }).send()
    await older[0]!.send()
    assert.deepEqual(outcomeOf(await older[1]!.send()), { outcome: 'unchanged', versionNo: 3 })
    assert.lengthOf(await versionsOf(id), 3)
  })

  test('leave what is submitted as it is, and keep what comes beside it', async ({
    client,
    assert,
  }) => {
    const session = await toldSession(client, stage)
    const { id, owner, save } = session
    const submitted = await client
      .post(`/app/document/${id}/submit`)
      .loginAs(owner)
      .json({ handlerIds: [(await makeOperator()).id] })
    submitted.assertStatus(200)
    await save({ status: 6, text: 'A', by: [owner.id] }).send()
    await save({ text: 'A B', by: [owner.id, 7] }).send()
    assert.equal((await documentOf(id)).versionNo, 1)
    assert.deepEqual(await besides(id), [false, true, true])
  })

  test('open the next session from what is present', async ({ client, assert }) => {
    const session = await toldSession(client, stage)
    const { id, owner, save } = session
    await save({ text: 'A B', by: [owner.id, 7] }).send()
    const next = await nextSession(client, stage, session)
    await next.save({ text: 'A B C', by: [owner.id] }).send()
    await save({ text: 'A', by: [owner.id] }).send()
    assert.equal((await documentOf(id)).versionNo, 3)
    assert.deepEqual(await besides(id), [false, false, false, true])
  })
})
