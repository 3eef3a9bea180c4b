import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { everything, nothing, ownRowsOf, type Reach } from '#kernel/data_scope/reach'
import { actAsSystem } from '#kernel/operator/acting'
import { Department, type User } from '#plugins/identity/main'
import { soleWriterOf } from '../../../app/plugins/documents/submissions/own_work.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'
import DocumentVersion from '../../../app/plugins/documents/models/document_version.js'
import {
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { statementsDuring, statementsOf } from '../../helpers/statements.js'
import { toldSession } from '../../helpers/told_saves.js'

const SHOW = 'document:document:show'
const REVIEW = 'document:document:review'

test.group('Documents | handlers', (group) => {
  let stage: EditorStage
  let client: ApiClient
  let author: User
  let id: number

  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async (one) => {
    client = one.context.client
    stage.configure({ ownReview: false })
    author = await person(everything)
    id = (await staged(client, author)).id
    return () => stage.configure()
  })

  async function person(reach: Reach | null, values: Partial<User> = {}): Promise<User> {
    const user = await makeOperator(values)
    stage.gate.tell(user.id, reach)
    return user
  }

  const submit = (handlerIds: number[], as = author) =>
    client.post(`/app/document/${id}/submit`).loginAs(as).json({ handlerIds })
  const decide = (decision: string, as: User) =>
    client.post(`/app/document/${id}/review`).loginAs(as).json({ decision })
  const read = (as: User) => client.get(`/app/document/${id}`).loginAs(as)

  test('refuse whom neither the submitter nor the document reaches', async ({ assert }) => {
    const stranger = await person(nothing)
    stage.gate.tell(author.id, ownRowsOf(author.id))
    const refused = await submit([stranger.id])
    refused.assertStatus(422)
    assert.equal(refused.body().data.errors[0].field, 'handlerIds')
    ;(await read(stranger)).assertStatus(404)
  })

  test('take one who reaches the document, of a submitter who reaches nobody', async () => {
    stage.gate.tell(author.id, ownRowsOf(author.id))
    ;(await submit([(await person(everything)).id])).assertStatus(200)
  })

  test('take one within the submitter’s reach who does not reach the document', async () => {
    const department = await actAsSystem('a department', () =>
      Department.create({ name: freshName('room'), parentId: null })
    )
    const handler = await person(nothing, { departmentId: department.id })
    stage.gate.tell(author.id, { kind: 'rows', owner: author.id, departments: [department.id] })
    ;(await submit([handler.id])).assertStatus(200)
    ;(await read(handler)).assertStatus(200)
  })

  test('refuse one who may not review, saying no more of them than of nobody', async ({
    assert,
  }) => {
    const clerk = await person(everything)
    stage.gate.tell(clerk.id, null, REVIEW)
    const [refused, unknown] = [await submit([clerk.id]), await submit([2_000_000_000])]
    refused.assertStatus(422)
    const message = (answer: typeof refused, of: number) =>
      answer.body().data.errors[0].message.replace(String(of), '…')
    assert.equal(message(refused, clerk.id), message(unknown, 2_000_000_000))
  })

  test('refuse oneself where one may submit what one does not see', async () => {
    stage.configure({ ownReview: true })
    const clerk = await person(nothing)
    stage.gate.tell(clerk.id, everything, 'document:document:submit')
    ;(await submit([clerk.id], clerk)).assertStatus(422)
    ;(await read(clerk)).assertStatus(404)
    ;(await submit([author.id])).assertStatus(200)
  })

  test('refuse oneself, also among others', async () => {
    const other = await person(everything)
    ;(await submit([author.id])).assertStatus(422)
    ;(await submit([other.id, author.id])).assertStatus(422)
    ;(await submit([other.id])).assertStatus(200)
  })

  test('refuse whoever wrote the present version alone, and take one of several', async () => {
    const { save, ...session } = await toldSession(client, stage)
    id = session.id
    const [one, other] = [await person(everything), await person(everything)]
    await save({ status: 6, text: 'A', by: [one.id] }).send()
    ;(await submit([one.id])).assertStatus(422)
    await save({ text: 'A B', by: [one.id, other.id] }).send()
    ;(await submit([one.id])).assertStatus(200)
    ;(await decide('approve', one)).assertStatus(200)
  })

  test('count whoever wrote a restored version, not who restored it', async () => {
    const writer = await person(everything)
    id = (await staged(client, writer)).id
    const restorer = await person(everything)
    ;(await client.post(`/app/document/${id}/versions/1/restore`).loginAs(restorer)).assertStatus(
      200
    )
    ;(await submit([writer.id])).assertStatus(422)
    ;(await submit([restorer.id])).assertStatus(200)
  })

  test('find who wrote what was restored again and again with as many questions', async ({
    assert,
  }) => {
    const restore = async (no: number) =>
      (
        await client.post(`/app/document/${id}/versions/${no}/restore`).loginAs(author)
      ).assertStatus(200)
    const asked = () =>
      statementsDuring(async () => {
        const document = await documentOf(id)
        const writer = await db.transaction((trx) => soleWriterOf(document, trx))
        assert.equal(writer, author.id)
      })
    await restore(1)
    const once = await asked()
    for (let no = 2; no < 8; no++) await restore(no)
    assert.equal(await asked(), once)
  })

  test('find them over hundreds of restored versions, a few hundred at a time', async ({
    assert,
  }) => {
    const [one] = await versionsOf(id)
    const { id: _id, ...first } = one!.$attributes
    const restorer = await person(everything)
    const restored = Array.from({ length: 650 }, (_, at) => ({
      ...{ ...first, no: at + 2, kind: 'restored' as const, authorId: restorer.id },
      restoredFrom: at % 3 === 0 ? at + 1 : Math.max(1, at - 1),
    }))
    for (let from = 0; from < restored.length; from += 50)
      await DocumentVersion.createMany(restored.slice(from, from + 50))
    const last = restored.length + 1
    const statements = await statementsOf(async () => {
      const writer = db.transaction((trx) => soleWriterOf({ id, versionNo: last }, trx))
      assert.equal(await writer, author.id)
    })
    const reading = statements.filter((sql) => /^select.*document_versions/is.test(sql))
    for (const sql of reading) assert.match(sql, / limit /i)
  })

  test('put nobody who submitted in a handler’s place, whoever asks', async () => {
    await submit([(await person(nothing)).id])
    const replace = (as: User) =>
      client
        .put(`/app/document/${id}/submission`)
        .loginAs(as)
        .json({ handlerIds: [author.id] })
    ;(await replace(author)).assertStatus(422)
    ;(await replace(await person(everything))).assertStatus(422)
  })

  test('let people review their own where the setting says so', async () => {
    stage.configure({ ownReview: true })
    ;(await submit([author.id])).assertStatus(200)
    ;(await decide('approve', author)).assertStatus(200)
  })

  test('let nobody approve their own that was submitted to them before, but return it', async ({
    assert,
  }) => {
    stage.configure({ ownReview: true })
    await submit([author.id])
    stage.configure({ ownReview: false })
    const refused = await decide('approve', author)
    refused.assertStatus(403)
    assert.equal(refused.body().data.reason, 'E_OWN_WORK')
    ;(await decide('return', author)).assertStatus(200)
  })

  for (const decision of ['approve', 'return'])
    test(`end the reading with the decision to ${decision}`, async ({ assert }) => {
      const [first, second] = [await person(nothing), await person(nothing)]
      await submit([first.id, second.id])
      if (decision === 'approve') {
        ;(await decide('approve', first)).assertStatus(200)
        ;(await read(first)).assertStatus(200)
      }
      ;(await decide(decision, second)).assertStatus(200)
      for (const handler of [first, second]) {
        ;(await read(handler)).assertStatus(404)
        ;(await client.get(`/app/document/${id}/versions`).loginAs(handler)).assertStatus(404)
        const list = await client.get('/app/document?submittedToMe=true').loginAs(handler)
        assert.equal(list.body().data.total, 0)
      }
    })

  test('end the reading of a handler who may not review any more', async () => {
    const handler = await person(nothing)
    await submit([handler.id])
    stage.gate.tell(handler.id, null, REVIEW)
    ;(await read(handler)).assertStatus(404)
    stage.gate.tell(handler.id, nothing, REVIEW)
    ;(await read(handler)).assertStatus(200)
    stage.gate.tell(handler.id, null, SHOW)
    ;(await read(handler)).assertStatus(403)
  })

  for (const status of ['in_review', 'approved'])
    test(`keep the title of what is ${status}`, async ({ assert }) => {
      const handler = await person(everything)
      await submit([handler.id])
      if (status === 'approved') await decide('approve', handler)
      const renamed = await client
        .put(`/app/document/${id}`)
        .loginAs(author)
        .json({ title: 'Other' })
      renamed.assertStatus(400)
      assert.equal(renamed.body().data.reason, 'E_DOCUMENT_STATE')
      assert.equal((await read(author)).body().data.title, 'Minutes')
    })
})
