import { test } from '@japa/runner'
import { unzipSync } from 'fflate'
import { DateTime } from 'luxon'
import DocumentReview from '../../../app/plugins/documents/models/document_review.js'
import { logIn, makeOperator } from '../../helpers/accounts.js'
import { fetched } from '../../helpers/download.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { statementsOf } from '../../helpers/statements.js'

const PACE = 30
const MANY = 2_500
const AT_ONCE = 500

test.group('Documents | what an export costs', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  async function decided(documentId: number, count: number, comment: string): Promise<void> {
    const now = DateTime.utc()
    const moments = { decidedAt: now, closedAt: now }
    const row = { documentId, submittedBy: 1, versionNo: 1, decision: 'return' as const }
    for (let from = 0; from < count; from += AT_ONCE)
      await DocumentReview.createMany(
        Array.from({ length: AT_ONCE }, (_, at) => ({
          ...{ ...row, ...moments, comment },
          handlerId: from + at + 1,
        }))
      )
  }

  const readingReviews = (statements: readonly string[]) =>
    statements.filter((sql) => /^select(?!.* closed_at\W+ is null).*document_reviews/is.test(sql))

  test('count the question for its headers alone as an export', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const path = `/app/document/${id}/export`
    const statuses: number[] = []
    for (let no = 0; no <= PACE; no++)
      statuses.push((await client.head(path).loginAs(owner)).status())
    assert.deepEqual(statuses, [...Array<number>(PACE).fill(200), 429])
    ;(await client.get(path).loginAs(owner)).assertStatus(429)
  })

  test('read nothing of reviews and log for its headers alone', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const { accessToken } = await logIn(client, owner.username)
    const headers = { authorization: `Bearer ${accessToken}` }
    const statements = await statementsOf(async () =>
      (await client.head(`/app/document/${id}/export`).headers(headers)).assertStatus(200)
    )
    const named = statements.filter((sql) => /document_(reviews|logs)/.test(sql))
    assert.deepEqual(named, [])
  })

  test('read reviews piece by piece, and hand all of them out', async ({ client, assert }) => {
    const { id } = await staged(client)
    const user = await makeOperator()
    await decided(id, MANY, 'A title, please')
    const { accessToken } = await logIn(client, user.username)
    const headers = { authorization: `Bearer ${accessToken}` }
    let bytes = new Uint8Array()
    const statements = await statementsOf(async () => {
      const answer = await fetched(`/app/document/${id}/export`, headers)
      assert.equal(answer.status, 200)
      bytes = new Uint8Array(answer.bytes)
    })
    const reading = readingReviews(statements)
    assert.isAbove(reading.length, 2)
    for (const sql of reading) assert.match(sql, / limit /i)

    const manifest = JSON.parse(Buffer.from(unzipSync(bytes)['manifest.json']!).toString())
    const { reviews } = manifest as { reviews: { handlerId: number }[] }
    assert.deepEqual(
      reviews.map(({ handlerId }) => handlerId),
      Array.from({ length: MANY }, (_, at) => at + 1)
    )
    const { submittedAt, decidedAt, closedAt, ...row } = reviews[0] as Record<string, unknown>
    assert.deepEqual(row, {
      ...{ versionNo: 1, handlerId: 1, submittedBy: 1 },
      ...{ decision: 'return', comment: 'A title, please' },
    })
    for (const moment of [submittedAt, decidedAt, closedAt])
      assert.match(String(moment), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })
})
