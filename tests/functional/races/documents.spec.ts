import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import type { Delivered } from '../../fakes/document_server/delivery.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { toldSession } from '../../helpers/told_saves.js'

const ORDERS_MS = 1_200_000

type Headers = Record<string, string>

const as = (user: User, headers: Headers, client: ApiClient) => ({
  post: (path: string, body: object = {}) =>
    client.post(`/app/document/${path}`).headers(headers).loginAs(user).json(body),
  delete: (path: string) => client.delete(`/app/document/${path}`).headers(headers).loginAs(user),
})

/** Of those who are asked now: which version they are to judge. */
const judgedVersions = async (documentId: number): Promise<number[]> => {
  const open = db.from('document_reviews').where('document_id', documentId).whereNull('closed_at')
  return (await open).map((row) => Number(row.version_no))
}

/** As the document server delivers it: what is refused for the moment, as by a database that ends a deadlock, comes again. */
async function delivered(send: () => Promise<Delivered>): Promise<void> {
  const { saved, status } = await send()
  if (saved) return
  if (status !== 503 || !(await send()).saved) throw new Error(`The save was answered ${status}`)
}

test.group('Races | documents', (group) => {
  let stage: EditorStage
  let handler: User
  group.setup(async () => {
    stage = await editorStage()
    handler = await makeOperator()
    return () => stage.close()
  })

  const handlerIds = () => ({ handlerIds: [handler.id] })

  test('approve what was submitted when a save comes late', async ({ client, assert }) => {
    await throughInterleavings(async () => {
      const { id, owner, save } = await toldSession(client, stage)
      ;(await as(owner, {}, client).post(`${id}/submit`, handlerIds())).assertStatus(200)
      const submitted = await documentOf(id)
      const late = save({ text: `Late ${id}.`, by: [owner.id] })
      return {
        first: async (headers) =>
          (
            await as(handler, headers, client).post(`${id}/review`, { decision: 'approve' })
          ).assertStatus(200),
        second: (headers) => delivered(() => late.send(headers)),
        check: async () => {
          const now = await documentOf(id)
          assert.equal(now.status, 'approved')
          assert.equal(now.versionNo, submitted.versionNo)
          assert.equal(now.latestFileId, submitted.latestFileId)
          const [first, kept] = await versionsOf(id)
          assert.equal(first!.fileId, submitted.latestFileId)
          assert.deepEqual([kept!.sha256, Boolean(kept!.beside)], [late.sha256, true])
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('submit with a save that comes at once, or without it, but lose it never', async ({
    client,
    assert,
  }) => {
    await throughInterleavings(async () => {
      const { id, owner, save } = await toldSession(client, stage)
      const last = save({ text: `Last ${id}.`, by: [owner.id] })
      let submission: ApiResponse
      return {
        first: async (headers) =>
          (submission = await as(owner, headers, client).post(`${id}/submit`, handlerIds())),
        second: (headers) => delivered(() => last.send(headers)),
        check: async () => {
          const now = await documentOf(id)
          const isSubmitted = submission.status() === 200
          if (!isSubmitted) submission.assertStatus(409)
          assert.equal(now.status, isSubmitted ? 'in_review' : 'draft')
          assert.deepEqual(await judgedVersions(id), isSubmitted ? [now.versionNo] : [])
          const kept = (await versionsOf(id)).find(({ sha256 }) => sha256 === last.sha256)
          assert.equal(Boolean(kept!.beside), now.versionNo !== kept!.no)
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('submit what is restored, or what was there before, and nothing else', async ({
    client,
    assert,
  }) => {
    await throughInterleavings(async () => {
      const { id, owner } = await staged(client)
      let submission: ApiResponse
      let restoring: ApiResponse
      return {
        first: async (headers) =>
          (restoring = await as(owner, headers, client).post(`${id}/versions/1/restore`)),
        second: async (headers) =>
          (submission = await as(owner, headers, client).post(`${id}/submit`, handlerIds())),
        check: async () => {
          assert.include([200, 409], submission.status())
          assert.include([200, 400, 409], restoring.status())
          const isSubmitted = submission.status() === 200
          const { versionNo, status } = await documentOf(id)
          assert.equal(status, isSubmitted ? 'in_review' : 'draft')
          assert.equal(versionNo, restoring.status() === 200 ? 2 : 1)
          assert.deepEqual(await judgedVersions(id), isSubmitted ? [versionNo] : [])
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('either approve or take back what was submitted', async ({ client, assert }) => {
    await throughInterleavings(async () => {
      const { id, owner } = await staged(client)
      ;(await as(owner, {}, client).post(`${id}/submit`, handlerIds())).assertStatus(200)
      const answers = {} as { approval: ApiResponse; withdrawal: ApiResponse }
      return {
        first: async (headers) => {
          const body = { decision: 'approve' }
          answers.approval = await as(handler, headers, client).post(`${id}/review`, body)
        },
        second: async (headers) =>
          (answers.withdrawal = await as(owner, headers, client).delete(`${id}/submission`)),
        check: async () => {
          const isApproved = answers.approval.status() === 200
          assert.equal((await documentOf(id)).status, isApproved ? 'approved' : 'draft')
          answers.withdrawal.assertStatus(isApproved ? 400 : 200)
          assert.isEmpty(await judgedVersions(id))
          const last = isApproved ? 'approved' : 'withdrawn'
          assert.deepEqual(await actionsOf(id), ['submitted', last])
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('do nothing with a document once it is deleted: {title}')
    .with([
      { title: 'share', path: 'shares', body: { level: 'view', subjectType: 'user' } },
      { title: 'submit', path: 'submit', body: {} },
      { title: 'restore a version', path: 'versions/1/restore', body: {} },
    ])
    .run(async ({ client, assert }, { path, body }) => {
      await throughInterleavings(async () => {
        const { id, owner } = await staged(client)
        const given = { ...body, ...handlerIds(), subjectId: handler.id }
        let use: ApiResponse
        let removal: ApiResponse
        return {
          first: async (headers) =>
            (use = await as(owner, headers, client).post(`${id}/${path}`, given)),
          second: async (headers) =>
            (removal = await as(owner, headers, client).delete(String(id))),
          check: async () => {
            assert.isBelow(use.status(), 500)
            removal.assertStatus(200)
            assert.isNotNull((await documentOf(id)).deletedAt)
            assert.equal((await actionsOf(id)).at(-1), 'deleted')
          },
        }
      })
    })
    .timeout(ORDERS_MS)
})
