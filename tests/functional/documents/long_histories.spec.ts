import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { actAsSystem } from '#kernel/operator/acting'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentVersion from '../../../app/plugins/documents/models/document_version.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'

const MIB = 1024 * 1024

/** Runs `work`, and answers the statements that read histories meanwhile. */
async function readingHistories(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = []
  const hear = ({ sql }: { sql: string }) => {
    const read = /^select (.*?) from .?document_versions\b/is.exec(sql)
    if (read && /\*|(?<!octet_length\()\bhistory\b/i.test(read[1]!)) heard.push(sql)
  }
  const knex = db.connection().getWriteClient()
  knex.on('query', hear)
  try {
    await work()
  } finally {
    knex.removeListener('query', hear)
  }
  return heard
}

/** How many versions the database hands out meanwhile. */
async function versionsRead(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hear = (rows: unknown, { sql }: { sql: string }) => {
    if (/ from .?document_versions\b/i.test(sql)) count += rowsIn(rows)
  }
  const knex = db.connection().getReadClient()
  knex.on('query-response', hear)
  try {
    await work()
  } finally {
    knex.removeListener('query-response', hear)
  }
  return count
}

function rowsIn(answer: unknown): number {
  return Array.isArray(answer) ? answer.length : 0
}

test.group('Documents | long histories', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  const changes = (count: number, by: User) =>
    Array.from({ length: count }, (_, at) => ({
      created: '2026-03-01 10:00:00',
      documentSha256: 'a'.repeat(64),
      user: { id: String(by.id), name: `Writer ${at}` },
    }))

  /** Versions beside, as of a session that goes on, each with so many changes. */
  async function grown(client: ApiClient, owner: User, counts: readonly number[]) {
    const { id, config } = await staged(client, owner)
    const [one] = await versionsOf(id)
    const { id: _id, ...first } = one!.$attributes
    for (const [at, count] of counts.entries()) {
      const history = { serverVersion: '9.3.1', changes: changes(count, owner) }
      await DocumentVersion.create({
        ...first,
        ...{ no: at + 2, editorKey: config.document.key, kind: 'late', beside: true },
        ...{ sha256: String(at).padStart(64, '0'), contentDigest: null },
        history: JSON.stringify(history),
      })
    }
    const lastVersionNo = counts.length + 1
    await actAsSystem('a test', () => Document.query().where({ id }).update({ lastVersionNo }))
    return { id, config }
  }

  test('are not read for what does not tell them: {0} {1}')
    .with([
      ['GET', ''],
      ['GET', '/versions'],
      ['GET', '/history/2'],
      ['GET', '/versions/2/content'],
      ['GET', '/export'],
      ['GET', '/editor-config'],
      ['POST', '/versions/2/restore'],
    ] as const)
    .run(async ({ client, assert }, [method, path]) => {
      const owner = await makeOperator()
      const { id } = await grown(client, owner, [1])
      const address = `/app/document/${id}${path}`
      const read = await readingHistories(async () => {
        const asked = method === 'GET' ? client.get(address) : client.post(address)
        ;(await asked.loginAs(owner)).assertStatus(200)
      })
      assert.deepEqual(read, [])
    })

  test('leave a list of many versions whole', async ({ client, assert }) => {
    const owner = await makeOperator()
    const { id } = await grown(client, owner, Array<number>(40).fill(0))
    const { data } = (await client.get(`/app/document/${id}/versions`).loginAs(owner)).body()
    assert.deepEqual(
      data.map(({ no }: { no: number }) => no),
      Array.from({ length: 41 }, (_, at) => 41 - at)
    )
  })

  test('list up to 200 versions at a time, older ones page by page', async ({ client, assert }) => {
    const owner = await makeOperator()
    const { id } = await grown(client, owner, Array<number>(204).fill(0))
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
    const few = () => numbers({ page: 40, pageSize: 5 })
    assert.equal(await versionsRead(few), 5)
  })

  test('refuse an impossible page of versions: {$self}')
    .with(['page=0', 'pageSize=0', 'page=one', 'pageSize=-1'])
    .run(async ({ client }, query) => {
      const owner = await makeOperator()
      const { id } = await staged(client, owner)
      const answer = await client.get(`/app/document/${id}/versions?${query}`).loginAs(owner)
      answer.assertStatus(422)
    })

  test('are noticed where they are read', async ({ client, assert }) => {
    const { id } = await staged(client)
    assert.lengthOf(
      await readingHistories(() => DocumentVersion.query().where('documentId', id)),
      1
    )
    assert.isEmpty(
      await readingHistories(() => DocumentVersion.described().where('documentId', id))
    )
  })

  test('of the newest versions are told, as far as they are not too long', async ({
    client,
    assert,
  }) => {
    const owner = await makeOperator()
    const { id } = await grown(client, owner, [3, 3_000, 3_000, 9_000, 2, 3_000])
    const answer = await client.get(`/app/document/${id}/history`).loginAs(owner)
    answer.assertStatus(200)
    assert.isBelow(answer.text().length, 1.2 * MIB)
    const history = answer.body().data.history as { version: number; changes: unknown[] }[]
    assert.deepEqual(
      history.map(({ version, changes: told }) => [version, told.length]),
      [
        [1, 0],
        [2, 3],
        [3, 0],
        [4, 3_000],
        [5, 0],
        [6, 2],
        [7, 3_000],
      ]
    )
  })

  test('are told of the newest thousand versions', async ({ client, assert }) => {
    const owner = await makeOperator()
    const { id } = await grown(client, owner, Array<number>(1_002).fill(1))
    const ask = () => client.get(`/app/document/${id}/history`).loginAs(owner)
    assert.isBelow(await versionsRead(async () => void (await ask())), 3_010)
    const { history, currentVersion } = (await ask()).body().data
    assert.lengthOf(history, 1_000)
    assert.deepEqual([history[0].version, history.at(-1).version], [4, 1_003])
    assert.equal(currentVersion, 1)
  })

  test('are read once, and one at a time, for a save', async ({ client, assert }) => {
    const owner = await makeOperator()
    const { id, config } = await grown(client, owner, [2, 3, 4])
    const editor = await stage.server.open(config)
    editor.edit('More.')
    const read = await readingHistories(() => editor.close())
    assert.lengthOf(read, 3)
    for (const sql of read) assert.match(sql, /^select .?history.? from .* limit \S+$/is)
    assert.equal((await documentOf(id)).versionNo, 5)
  })

  test('are not read for a forced save while the session lasts, but to place it', async ({
    client,
    assert,
  }) => {
    const owner = await makeOperator()
    const { id, config } = await grown(client, owner, [2])
    const editor = await stage.server.open(config)
    editor.edit('More.')
    const forced = () => client.post(`/app/document/${id}/force-save`).loginAs(owner)
    const read = await readingHistories(async () => (await forced()).assertStatus(200))
    assert.lengthOf(read, 1)
    await editor.close()
  })
})
