import { Readable } from 'node:stream'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { fileTypeFromBuffer } from 'file-type'
import { DateTime } from 'luxon'
import { actAsOperator, actAsSystem } from '#kernel/operator/acting'
import { everything, nothing } from '#kernel/data_scope/reach'
import { clock } from '#kernel/state/clock'
import { inspectFile, TemporaryFiles } from '#plugins/files/main'
import type { User } from '#plugins/identity/main'
import { CreateDocument } from '../../../app/plugins/documents/actions/create_document.js'
import { ConversionRunner } from '../../../app/plugins/documents/conversion/conversion_runner.js'
import { ResumeConversions } from '../../../app/plugins/documents/conversion/resume_conversions.js'
import { referencedFiles } from '../../../app/plugins/documents/versions/holder.js'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentConversion from '../../../app/plugins/documents/models/document_conversion.js'
import DocumentVersion from '../../../app/plugins/documents/models/document_version.js'
import { documentTexts, editDocument } from '../../fakes/document_server/ooxml.js'
import { logIn, makeOperator } from '../../helpers/accounts.js'
import { fetched } from '../../helpers/download.js'
import {
  actionsOf,
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { blankBytes } from '../../helpers/packages.js'
import { freePort } from '../../helpers/free_port.js'
import { until } from '../../helpers/until.js'

const DAY = 86_400_000

interface Row {
  id: number
  state: string
  percent: number
  reason: string | null
  message: string | null
  resultDocumentId: number | null
  resultFileId: number | null
}

test.group('Documents | conversion', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => async () => {
    await idle()
    clock.restore()
    delete stage.server.faults.converter
    delete stage.server.faults.output
    stage.configure()
  })

  const idle = async () => (await app.container.make(ConversionRunner)).idle()

  /** A document with a sentence in it. */
  async function written(client: ApiClient, text = 'To be converted.') {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit(text)
    await editor.close()
    return { id, owner }
  }

  const ask = (client: ApiClient, id: number, user: User, body: object) =>
    client.post(`/app/document/${id}/convert`).loginAs(user).json(body)

  async function begun(client: ApiClient, id: number, user: User, body: object): Promise<Row> {
    const response = await ask(client, id, user, body)
    response.assertStatus(200)
    return response.body().data
  }

  async function asked(client: ApiClient, id: number, user: User, row: Row): Promise<Row> {
    const response = await client.get(`/app/document/${id}/conversions/${row.id}`).loginAs(user)
    response.assertStatus(200)
    return response.body().data
  }

  async function ended(client: ApiClient, id: number, user: User, body: object): Promise<Row> {
    const row = await begun(client, id, user, body)
    await idle()
    return asked(client, id, user, row)
  }

  async function downloaded(client: ApiClient, path: string, user: User) {
    const { accessToken } = await logIn(client, user.username)
    return fetched(path, { authorization: `Bearer ${accessToken}` })
  }

  /** A document of about so many bytes, larger than uploads may be in these tests. */
  async function large(owner: User, padding: number) {
    const bytes = editDocument(blankBytes(), 'docx', { text: 'Large.', padding })
    const temporary = await app.container.make(TemporaryFiles)
    await using file = await temporary.receive(Readable.from([bytes]), { limit: 2 * padding })
    const kind = await inspectFile(file.path, file.size, 'large.docx')
    const source = { kind: 'upload' as const, upload: Object.assign(file, kind, { name: 'large' }) }
    const create = await app.container.make(CreateDocument)
    const operator = { ...asOperator(owner), sessionId: null }
    const acting = { operator, permission: null, reach: everything, roles: [] }
    return await actAsOperator(acting, () => create.handle('Large', source))
  }

  const asOperator = ({ id, username, nickname }: User) => ({
    id,
    username,
    nickname,
    departmentId: null,
  })

  const rowOf = (id: number) => DocumentConversion.findOrFail(id)

  test('make a PDF and offer it for download', async ({ client, assert }) => {
    const { id, owner } = await written(client)
    const row = await begun(client, id, owner, { to: 'pdf' })
    assert.containsSubset(row, { state: 'running', percent: 0, to: 'pdf', as: 'download' })
    await idle()
    const done = await asked(client, id, owner, row)
    assert.containsSubset(done, { state: 'done', percent: 100, reason: null, versionNo: 2 })

    const path = `/app/document/${id}/conversions/${row.id}/content`
    const { status, headers, bytes } = await downloaded(client, path, owner)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/pdf')
    assert.include(headers.get('content-disposition'), 'Minutes.pdf')
    assert.equal((await fileTypeFromBuffer(bytes))?.ext, 'pdf')
    assert.include(bytes.toString('latin1'), 'To be converted.')
    assert.equal((await actionsOf(id)).at(-1), 'converted')

    const order = stage.server.log.of('command').findLast(({ path: at }) => at === '/converter')
    assert.containsSubset(order!.command, { filetype: 'docx', outputtype: 'pdf', async: true })
    const later = client.get(path).loginAs(owner).header('if-none-match', headers.get('etag')!)
    ;(await later).assertStatus(304)
  })

  test('convert an earlier version, and make a document of it', async ({ client, assert }) => {
    const { id, owner } = await written(client)
    const body = { to: 'odt', as: 'document', versionNo: 1, title: 'An open copy' }
    const done = await ended(client, id, owner, body)
    assert.containsSubset(done, { state: 'done', versionNo: 1, resultFileId: null })
    const made = await client.get(`/app/document/${done.resultDocumentId}`).loginAs(owner)
    made.assertBodyContains({
      data: { title: 'An open copy', fileType: 'odt', ownerId: owner.id, status: 'draft' },
    })
    const [version] = await versionsOf(done.resultDocumentId!)
    assert.equal(version!.kind, 'converted')
    assert.equal(version!.authorId, owner.id)
    const config = await configOf(client, done.resultDocumentId!, owner)
    assert.equal(config.document.fileType, 'odt')
  })

  test('carry the text over into another type that is edited', async ({ client, assert }) => {
    const { id, owner } = await written(client, 'Tom & Jerry')
    const rtf = await ended(client, id, owner, { to: 'rtf', as: 'document' })
    const back = await ended(client, rtf.resultDocumentId!, owner, { to: 'docx' })
    const path = `/app/document/${rtf.resultDocumentId}/conversions/${back.id}/content`
    const { bytes } = await downloaded(client, path, owner)
    assert.deepEqual(documentTexts(bytes, 'docx'), ['Tom & Jerry'])
  })

  test('keep the result as a file of the caller’s', async ({ client, assert }) => {
    const { id, owner } = await written(client)
    const done = await ended(client, id, owner, { to: 'txt', as: 'file' })
    const file = await client.get(`/app/files/${done.resultFileId}`).loginAs(owner)
    file.assertBodyContains({ data: { name: 'Minutes.txt', ownerId: owner.id } })
    const path = `/app/document/${id}/conversions/${done.id}/content`
    ;(await client.get(path).loginAs(owner)).assertStatus(404)
    assert.isNull(done.resultDocumentId)
  })

  test('refuse a type that cannot be reached, and name those that can', async ({ client }) => {
    const { id, owner } = await written(client)
    for (const to of ['xlsx', 'docx', 'exe', 'PPTX']) {
      const refused = await ask(client, id, owner, { to })
      refused.assertStatus(422)
      refused.assertTextIncludes('pdf, odt, rtf, txt, html')
      refused.assertBodyContains({ data: { reason: 'E_VALIDATION', errors: [{ field: 'to' }] } })
    }
    const asDocument = await ask(client, id, owner, { to: 'html', as: 'document' })
    asDocument.assertStatus(422)
    asDocument.assertTextIncludes('pdf, odt, rtf, txt as a document')
    for (const body of [{}, { to: '../x' }, { to: 5 }, { to: 'pdf', as: 'mail' }])
      (await ask(client, id, owner, body)).assertStatus(422)
    for (const versionNo of [0, 'one', 1.5])
      (await ask(client, id, owner, { to: 'pdf', versionNo })).assertStatus(422)
    ;(await ask(client, id, owner, { to: 'pdf', versionNo: 9 })).assertStatus(404)
  })

  test('be for those alone who may see the document, and keep the result', async ({ client }) => {
    const { id, owner } = await written(client)
    ;(await client.post(`/app/document/${id}/convert`).json({ to: 'pdf' })).assertStatus(401)
    const stranger = await makeOperator()
    stage.gate.tell(stranger.id, nothing)
    ;(await ask(client, id, stranger, { to: 'pdf' })).assertStatus(404)
    const blind = await makeOperator()
    stage.gate.tell(blind.id, null)
    ;(await ask(client, id, blind, { to: 'pdf' })).assertStatus(403)

    const reader = await makeOperator()
    stage.gate.tell(reader.id, null, 'document:document:create')
    stage.gate.tell(reader.id, null, 'file:file:upload')
    for (const as of ['document', 'file']) {
      const refused = await ask(client, id, reader, { to: 'pdf', as })
      refused.assertStatus(403)
      refused.assertBodyContains({ data: { reason: 'E_FORBIDDEN' } })
    }
    const { id: cid } = await ended(client, id, reader, { to: 'pdf' })
    for (const path of [`conversions/${cid}`, `conversions/${cid}/content`]) {
      ;(await client.get(`/app/document/${id}/${path}`).loginAs(reader)).assertStatus(200)
      ;(await client.get(`/app/document/${id}/${path}`).loginAs(owner)).assertStatus(404)
    }
    const cancelled = client.delete(`/app/document/${id}/conversions/${cid}`).loginAs(owner)
    ;(await cancelled).assertStatus(404)
  })

  test('say why it failed when the converter answers {code}')
    .with([
      { code: -1, reason: 'E_CONVERSION_FAILED', says: 'try again later' },
      { code: -2, reason: 'E_CONVERSION_TIMEOUT', says: 'too long' },
      { code: -3, reason: 'E_CONVERSION_FAILED', says: 'open it in the editor' },
      { code: -4, reason: 'E_CONVERSION_SOURCE', says: 'could not fetch' },
      { code: -5, reason: 'E_CONVERSION_PASSWORD', says: 'take the password off' },
      { code: -6, reason: 'E_CONVERSION_FAILED', says: 'try again later' },
      { code: -7, reason: 'E_CONVERSION_FAILED', says: 'try again later' },
      { code: -8, reason: 'E_CONVERSION_TOKEN', says: 'signature' },
      { code: -9, reason: 'E_CONVERSION_FAILED', says: 'try again later' },
      { code: -10, reason: 'E_CONVERSION_SIZE', says: 'larger' },
    ])
    .run(async ({ client, assert }, { code, reason, says }) => {
      const { id, owner } = await staged(client)
      stage.server.faults.converter = { error: code }
      const failed = await ended(client, id, owner, { to: 'pdf' })
      assert.containsSubset(failed, { state: 'failed', reason })
      assert.include(failed.message, says)
      assert.equal((await actionsOf(id)).at(-1), 'conversion_failed')
    })

  test('give up one that never ends', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    stage.configure({ conversionSeconds: 0.3 })
    stage.server.faults.converter = { endless: true }
    const failed = await ended(client, id, owner, { to: 'pdf' })
    assert.containsSubset(failed, { state: 'failed', reason: 'E_CONVERSION_TIMEOUT' })
  })

  test('wait for a document server that is away, until its time is over', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    stage.configure({
      conversionSeconds: 2,
      documentServerInternalUrl: `http://127.0.0.1:${await freePort()}`,
    })
    const failed = await ended(client, id, owner, { to: 'pdf' })
    assert.containsSubset(failed, { state: 'failed', reason: 'E_CONVERSION_TIMEOUT' })
    assert.include(failed.message, 'did not answer')

    stage.configure({ enabled: false })
    const off = await ask(client, id, owner, { to: 'pdf' })
    off.assertStatus(400)
    off.assertBodyContains({ data: { reason: 'E_EDITOR_OFF' } })
  })

  test('fetch the result again when that failed in passing, and give it up at last', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    Object.assign(stage.server.faults, { output: 'truncated', outputTimes: 1 })
    assert.equal((await ended(client, id, owner, { to: 'pdf' })).state, 'done')

    delete stage.server.faults.outputTimes
    stage.server.faults.output = 'html'
    const failed = await ended(client, id, owner, { to: 'pdf' })
    assert.containsSubset(failed, { state: 'failed', reason: 'E_CONVERSION_RESULT' })
    stage.server.faults.output = 'tooLarge'
    const tooLarge = await ended(client, id, owner, { to: 'pdf' })
    assert.containsSubset(tooLarge, { state: 'failed', reason: 'E_CONVERSION_SIZE' })
  })

  test('convert 99 MB, and refuse beforehand what is larger than the document server takes', async ({
    client,
    assert,
  }) => {
    const MB = 1024 * 1024
    const owner = await makeOperator()
    const { id } = await large(owner, 99 * MB)
    const done = await ended(client, id, owner, { to: 'pdf' })
    assert.equal(done.state, 'done')
    const [fetch] = stage.server.log.of('content').slice(-1)
    assert.isAbove(fetch!.bytes!, 99 * MB)

    await DocumentVersion.query()
      .where('documentId', id)
      .update({ size: 100 * MB + 1 })
    const refused = await ask(client, id, owner, { to: 'pdf' })
    refused.assertStatus(400)
    refused.assertBodyContains({ data: { reason: 'E_CONVERSION_SIZE' } })
  })

  test('be cancelled, and leave nothing', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    stage.server.faults.converter = { endless: true }
    const row = await begun(client, id, owner, { to: 'pdf', as: 'document' })
    const path = `/app/document/${id}/conversions/${row.id}`
    const cancelled = await client.delete(path).loginAs(owner)
    cancelled.assertStatus(200)
    cancelled.assertBodyContains({ data: { state: 'cancelled' } })
    stage.server.faults.converter = {}
    await idle()
    const { state, resultDocumentId } = await asked(client, id, owner, row)
    assert.deepEqual([state, resultDocumentId], ['cancelled', null])
    const made = await actAsSystem('test', () =>
      Document.query().where('ownerId', owner.id).whereNot('id', id)
    )
    assert.lengthOf(made, 0)

    const done = await ended(client, id, owner, { to: 'pdf' })
    const late = await client.delete(`/app/document/${id}/conversions/${done.id}`).loginAs(owner)
    late.assertBodyContains({ data: { state: 'done' } })
  })

  test('let each user have a few at a time, however fast they ask', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    stage.server.faults.converter = { endless: true }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ask(client, id, owner, { to: 'pdf' }))
    )
    const refused = answers.filter((answer) => answer.status() === 429)
    assert.lengthOf(refused, 3)
    refused[0]!.assertHeader('retry-after', '10')
    refused[0]!.assertTextIncludes('3 conversions under way')
    const other = await makeOperator()
    stage.server.faults.converter = {}
    ;(await ask(client, id, other, { to: 'pdf' })).assertStatus(200)
    await idle()
    ;(await ask(client, id, owner, { to: 'pdf' })).assertStatus(200)
  })

  test('go on elsewhere when the node is gone, and only there', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    stage.configure({ conversionSeconds: 300 })
    stage.server.faults.converter = { endless: true }
    const row = await begun(client, id, owner, { to: 'pdf', as: 'document' })
    const abandoned = await rowOf(row.id)
    await until(async () => (await rowOf(row.id)).runner !== null)
    await abandoned.merge({ runner: 'a node that is gone' }).save()
    await idle()
    assert.equal((await rowOf(row.id)).state, 'running')

    const resume = await app.container.make(ResumeConversions)
    await resume.handle()
    await idle()
    assert.equal((await rowOf(row.id)).runner, 'a node that is gone')
    stage.server.faults.converter = {}
    clock.travel(31_000)
    await resume.handle()
    await idle()
    const done = await asked(client, id, owner, row)
    assert.equal(done.state, 'done')
    assert.lengthOf(await versionsOf(done.resultDocumentId!), 1)
  })

  test('go on elsewhere, and not for longer, where the clock was set back since', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    stage.server.faults.converter = { endless: true }
    const row = await begun(client, id, owner, { to: 'pdf' })
    const abandoned = await rowOf(row.id)
    await until(async () => (await rowOf(row.id)).runner !== null)
    const hoursAhead = DateTime.fromMillis(clock.now() + DAY / 8)
    const ofBefore = { runnerUntil: hoursAhead, deadlineAt: hoursAhead }
    await abandoned.merge({ runner: 'a node that is gone', ...ofBefore }).save()
    await idle()

    stage.configure({ conversionSeconds: 0.3 })
    const resume = await app.container.make(ResumeConversions)
    await resume.handle()
    await idle()
    const failed = await asked(client, id, owner, row)
    assert.containsSubset(failed, { state: 'failed', reason: 'E_CONVERSION_TIMEOUT' })
  })

  test('keep nothing for somebody who was disabled meanwhile', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    stage.server.faults.converter = { endless: true }
    const row = await begun(client, id, owner, { to: 'pdf', as: 'document' })
    await actAsSystem('test', () => owner.merge({ status: 'disabled' }).save())
    stage.server.faults.converter = {}
    await idle()
    const failed = await rowOf(row.id)
    assert.deepEqual([failed.state, failed.reason], ['failed', 'E_FORBIDDEN'])
  })

  test('keep nothing for somebody who may not see the document any more, as a {$self}')
    .with(['document', 'file', 'download'])
    .run(async ({ client, assert }, as) => {
      const { id, owner } = await staged(client)
      stage.server.faults.converter = { endless: true }
      const row = await begun(client, id, owner, { to: 'pdf', as })
      stage.gate.tell(owner.id, nothing, 'document:document:show')
      stage.server.faults.converter = {}
      await idle()
      const failed = await rowOf(row.id)
      assert.deepEqual([failed.state, failed.reason], ['failed', 'E_FORBIDDEN'])
    })

  test('forget what ended a day ago, and let its file go', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const done = await ended(client, id, owner, { to: 'pdf' })
    const { fileId } = await rowOf(done.id)
    assert.isTrue((await referencedFiles([fileId!])).has(fileId!))
    clock.travel(DAY + 1_000)
    const resume = await app.container.make(ResumeConversions)
    await resume.handle()
    assert.isFalse((await referencedFiles([fileId!])).has(fileId!))
    const gone = await client.get(`/app/document/${id}/conversions/${done.id}`).loginAs(owner)
    gone.assertStatus(404)
  })

  test('leave the document itself as it is', async ({ client, assert }) => {
    const { id, owner } = await written(client)
    const before = await documentOf(id)
    await ended(client, id, owner, { to: 'pdf' })
    const after = await documentOf(id)
    assert.deepEqual(after.$attributes, before.$attributes)
  })
})
