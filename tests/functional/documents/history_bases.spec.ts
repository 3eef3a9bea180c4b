import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { editorStage, type EditorStage } from '../../helpers/editor_stage.js'
import { nextSession, toldSession, type Session } from '../../helpers/told_saves.js'

test.group('Documents | what a version’s changes were made to', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  const shown = async (client: ApiClient, { id, owner }: Session, no: number) =>
    (await client.get(`/app/document/${id}/history/${no}`).loginAs(owner)).body().data

  /** Two forced saves and the final one; then another session. */
  async function written(client: ApiClient) {
    const session = await toldSession(client, stage)
    const by = [session.owner.id]
    await session.save({ status: 6, text: 'A', by, changed: 1 }).send()
    await session.save({ status: 6, text: 'A B', by, changed: 2 }).send()
    await session.save({ text: 'A B C', by, changed: 3 }).send()
    const next = await nextSession(client, stage, session)
    await next.save({ text: 'A B C D', by }).send()
    return session
  }

  test('name the version with which the session began', async ({ client, assert }) => {
    const session = await written(client)
    const [first, forced, again, final, next] = await Promise.all(
      [1, 2, 3, 4, 5].map((no) => shown(client, session, no))
    )
    assert.isUndefined(first.previous)
    for (const version of [forced, again, final]) assert.equal(version.previous.key, first.key)
    assert.equal(next.previous.key, final.key)
  })

  test('name it for what lies beside as well', async ({ client, assert }) => {
    const session = await toldSession(client, stage)
    const { owner, save } = session
    const older = save({ text: 'A', by: [owner.id] })
    await save({ text: 'A B', by: [owner.id, 7] }).send()
    await older.send()
    const [first, beside] = [await shown(client, session, 1), await shown(client, session, 3)]
    assert.equal(beside.previous.key, first.key)
  })

  test('name none for what was made to another content, under a used key that was opened again', async ({
    client,
    assert,
  }) => {
    const session = await toldSession(client, stage)
    const { owner, save } = session
    await save({ status: 6, text: 'A', by: [owner.id] }).send()
    const user = { id: String(owner.id), name: 'Ann' }
    const change = { documentSha256: 'e'.repeat(64), created: '2026-11-22 11:00:00', user }
    const history = { serverVersion: '9.3.1', changes: [change] }
    await save({ text: 'A C', by: [owner.id], more: { history } }).send()
    assert.isUndefined((await shown(client, session, 3)).previous)
    assert.exists((await shown(client, session, 2)).previous)
  })
})
