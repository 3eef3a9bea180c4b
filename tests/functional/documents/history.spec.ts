import { test } from '@japa/runner'
import { staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { fetched } from '../../helpers/download.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { historyPreview } from '../../fakes/document_server/history_preview.js'
import type { ApiClient } from '@japa/api-client'
import { nextSession, toldSession, type Session } from '../../helpers/told_saves.js'
import { actAsSystem } from '#kernel/acting/main'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentVersion from '../../../app/plugins/documents/models/document_version.js'

test.group('Documents | history for the editor', (group) => {
  const there = lookedAfter(group)

  test('answer in the shapes of refreshHistory and setHistoryData', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    for (const text of ['First.', 'Second.']) await there.write(client, id, owner, text)
    const list = await client.get(`/app/document/${id}/history`).loginAs(owner)
    list.assertStatus(200)
    const { currentVersion, history } = list.body().data
    assert.equal(currentVersion, 3)
    const listed = history as { version: number; key: string }[]
    const versions = listed.map(({ version }) => version)
    assert.deepEqual(versions, [1, 2, 3])
    const user = { id: String(owner.id), name: owner.nickname }
    assert.containsSubset(history[2], { user, serverVersion: '9.3.1' })
    assert.match(history[2].created, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.equal(history[2].changes[0].user.id, String(owner.id))
    const keys = listed.map(({ key }) => key)
    assert.lengthOf(new Set([...keys, config.document.key]), 4)

    const shown = await client.get(`/app/document/${id}/history/2`).loginAs(owner)
    const { data } = shown.body()
    const preview = await historyPreview(there.stage.server, data)
    assert.include(preview.texts, 'First.')
    assert.notInclude(preview.texts, 'Second.')
    assert.equal(data.key, history[1].key)
    assert.equal(data.previous.key, history[0].key)

    const changes = await fetched(data.changesUrl)
    assert.equal(changes.status, 200)
    assert.equal(changes.headers.get('content-type'), 'application/zip')
    const before = await fetched(data.previous.url)
    assert.notInclude(documentTexts(before.bytes, 'docx'), 'First.')
    ;(await client.get(`/app/document/${id}/history/9`).loginAs(owner)).assertStatus(404)
  })
})

test.group('Documents | what a version’s changes were made to', (group) => {
  const there = lookedAfter(group)

  const shown = async (client: ApiClient, { id, owner }: Session, no: number) =>
    (await client.get(`/app/document/${id}/history/${no}`).loginAs(owner)).body().data

  /** Two forced saves and the final one; then another session. */
  async function written(client: ApiClient) {
    const session = await toldSession(client, there.stage)
    const by = [session.owner.id]
    await session.save({ status: 6, text: 'A', by, changed: 1 }).send()
    await session.save({ status: 6, text: 'A B', by, changed: 2 }).send()
    await session.save({ text: 'A B C', by, changed: 3 }).send()
    const next = await nextSession(client, there.stage, session)
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
    const session = await toldSession(client, there.stage)
    const { owner, save } = session
    const older = save({ text: 'A', by: [owner.id] })
    await save({ text: 'A B', by: [owner.id, 7] }).send()
    await older.send()
    const [first, beside] = [await shown(client, session, 1), await shown(client, session, 3)]
    assert.equal(beside.previous.key, first.key)
  })
})

test.group('Documents | long histories', (group) => {
  lookedAfter(group)

  /** So many versions, all but the first beside, as of a session that goes on. */
  async function grown(client: ApiClient, lastVersionNo: number) {
    const { id, owner, config } = await staged(client)
    const [one] = await versionsOf(id)
    const { id: _id, ...first } = one!.$attributes
    const beside = { sessionKey: config.document.key, kind: 'late', placement: 'locked' } as const
    for (let no = 2; no <= lastVersionNo; no++)
      await DocumentVersion.create({ ...first, ...beside, no, sha256: `${no}`.padStart(64, '0') })
    await actAsSystem('a test', () => Document.query().where({ id }).update({ lastVersionNo }))
    return { id, owner }
  }

  test('list up to 200 versions at a time, older ones page by page', async ({ client, assert }) => {
    const { id, owner } = await grown(client, 205)
    const numbers = async (query: Record<string, number>) => {
      const asked = client.get(`/app/document/${id}/versions`).qs(query).loginAs(owner)
      return (await asked).body().data.map(({ no }: { no: number }) => no)
    }
    const down = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, at) => from - at)

    assert.deepEqual(await numbers({}), down(205, 6))
    assert.deepEqual(await numbers({ pageSize: 5_000 }), down(205, 6))
    assert.deepEqual(await numbers({ page: 2 }), down(5, 1))
    assert.deepEqual(await numbers({ page: 3 }), [])
    assert.deepEqual(await numbers({ page: 3, pageSize: 30 }), down(145, 116))
    for (const query of ['page=0', 'pageSize=0', 'page=one', 'pageSize=-1']) {
      const refused = client.get(`/app/document/${id}/versions?${query}`).loginAs(owner)
      ;(await refused).assertStatus(422)
    }
  })
})
