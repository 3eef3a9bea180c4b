import { test } from '@japa/runner'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { toldSession } from '../../helpers/told_saves.js'

test.group('Documents | forced saves that come late', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let passed = 0
  group.setup(async () => {
    stage = await editorStage({ now: () => Date.now() + passed })
    return () => stage.close()
  })
  group.each.setup(() => {
    passed = 0
    return () => {
      delete stage.server.faults.undated
    }
  })

  const outcomeOf = ({ reply }: { reply?: { body: string } }) => JSON.parse(reply!.body).data

  for (const [what, history] of [
    ['none at all', undefined],
    ['an empty one', {}],
    ['no changes in it', { serverVersion: '9.3.1', changes: [] }],
    ['no list of changes', { changes: 'many' }],
  ] as const)
    test(`keep one beside what its session saved last, and tell, with a history of ${what}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, save } = await toldSession(client, stage)
      const forced = save({ status: 6, text: 'A B', by: [owner.id], more: { history } })
      await save({ text: 'A', by: [owner.id] }).send()
      assert.deepEqual(outcomeOf(await forced.send()), { outcome: 'version', versionNo: 3 })
      assert.isTrue((await versionsOf(id)).at(-1)!.beside)
      assert.include(notices.toldTo(owner.id).at(-1)?.title ?? '', 'beside')
    })

  test('keep one beside that holds what its session took back before it saved last', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    await save({ status: 6, text: 'A', by: [owner.id] }).send()
    passed += 10_000
    const forced = save({ status: 6, text: 'A B', by: [owner.id, owner.id], changed: 20 })
    passed += 10_000
    const last = await save({ text: 'A', by: [owner.id] }).send()
    assert.deepEqual(outcomeOf(last), { outcome: 'unchanged', versionNo: 2 })
    assert.deepEqual(outcomeOf(await forced.send()), { outcome: 'version', versionNo: 3 })
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.include(notices.toldTo(owner.id).at(-1)?.title ?? '', 'beside')
  })

  const at = (minute: number) => `2026-11-22T10:0${minute}:00.000Z`

  const earlier = [
    { title: 'was changed earlier', changedAt: at(5) },
    {
      title: 'was changed earlier, and nothing tells when it was written',
      changedAt: at(5),
      undated: true,
    },
    { title: 'was written earlier' },
  ]
  for (const { title, changedAt, undated } of earlier) {
    const lateSave = async (
      client: Parameters<typeof toldSession>[0],
      by: 'another' | 'nobody'
    ) => {
      if (undated) stage.server.faults.undated = true
      const session = await toldSession(client, stage)
      const { owner, save } = session
      const other = await makeOperator()
      const whose = by === 'another' ? { by: [other.id] } : { by: [owner.id], history: {} }
      const more = { lastsave: at(3), ...('history' in whose ? { history: {} } : {}) }
      const forced = save({ status: 6, text: 'A', by: whose.by, more })
      passed += 10_000
      const last = { by: [owner.id], changedAt, more: changedAt ? { lastsave: at(5) } : {} }
      return { ...session, other, forced, last: (text: string) => save({ text, ...last }).send() }
    }

    for (const by of ['another', 'nobody'] as const)
      test(`keep one beside that ${title} and names ${by} where the last one shares nothing with it`, async ({
        client,
        assert,
      }) => {
        const { id, owner, other, forced, last } = await lateSave(client, by)
        await last('B')
        assert.deepEqual(outcomeOf(await forced.send()), { outcome: 'version', versionNo: 3 })
        assert.equal((await versionsOf(id)).at(-1)!.sha256, forced.sha256)
        assert.isTrue((await versionsOf(id)).at(-1)!.beside)
        const { id: author } = by === 'another' ? other : owner
        assert.include(notices.toldTo(author).at(-1)?.title ?? '', 'beside')
        await forced.send()
        assert.lengthOf(await versionsOf(id), 3)
      })
  }

  test('drop one without a history that holds what its session saved last', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const forced = save({ status: 6, text: 'A', by: [owner.id], more: { history: {} } })
    await save({ text: 'A', by: [owner.id] }).send()
    assert.include(['dropped', 'unchanged'], outcomeOf(await forced.send()).outcome)
    assert.lengthOf(await versionsOf(id), 2)
    assert.lengthOf(notices.heard, 0)
  })

  /** A session that goes on after the document was restored without it. */
  async function replaced(client: Parameters<typeof toldSession>[0]) {
    const session = await toldSession(client, stage)
    const { id, owner } = session
    const restored = await client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner)
    restored.assertStatus(200)
    return session
  }

  test('keep the newest of a session whose key was replaced, and tell once', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await replaced(client)
    for (const [index, text] of ['A', 'A B', 'A B C', 'A B C D'].entries()) {
      const forced = save({ status: 6, text, by: [owner.id], changed: 10 * (index + 1) })
      assert.deepEqual(outcomeOf(await forced.send()), { outcome: 'version', versionNo: 3 })
    }
    const last = save({ text: 'A B C D E', by: [owner.id], changed: 90 })
    assert.deepEqual(outcomeOf(await last.send()), { outcome: 'version', versionNo: 3 })
    const versions = await versionsOf(id)
    assert.deepEqual(
      versions.map(({ beside }) => beside),
      [false, false, true]
    )
    const content = await client.get(`/app/document/${id}/versions/3/content`).loginAs(owner)
    assert.equal(content.response.headers['content-length'], String(last.bytes.length))
    assert.lengthOf(notices.heard, 1)
    assert.deepEqual(await actionsOf(id), ['restored', ...Array(5).fill('saved')])
  })

  test('keep what two of them carry apart, where the later one is not seen to hold the earlier', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await replaced(client)
    await save({ status: 6, text: 'A', by: [owner.id, 7] }).send()
    await save({ status: 6, text: 'B', by: [7, owner.id] }).send()
    await save({ status: 6, text: 'C', by: [owner.id], more: { history: {} } }).send()
    assert.lengthOf(await versionsOf(id), 5)
  })

  test('keep it apart once somebody else has joined in, and tell them', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await replaced(client)
    await save({ status: 6, text: 'A', by: [owner.id] }).send()
    await save({ status: 6, text: 'A B', by: [owner.id, 7] }).send()
    await save({ status: 6, text: 'A B C', by: [owner.id, 7, owner.id] }).send()
    assert.lengthOf(await versionsOf(id), 5)
    assert.lengthOf(notices.heard, 3)
  })

  test('keep what one wrote apart from what another saves after it, who may have deleted it', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await replaced(client)
    const other = await makeOperator()
    const nora = save({ status: 6, text: 'NORA PRECIOUS', by: [other.id, owner.id] })
    await nora.send()
    const by = [other.id, owner.id, other.id]
    await save({ status: 6, text: 'nothing to see', by }).send()
    assert.deepEqual(
      (await versionsOf(id)).map(({ beside }) => beside),
      [false, false, true, true]
    )
    const content = await client.get(`/app/document/${id}/versions/3/content`).loginAs(owner)
    assert.equal(content.response.headers['content-length'], String(nora.bytes.length))
  })
})
