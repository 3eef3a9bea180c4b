import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { fileTypeFromBuffer } from 'file-type'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import type { User } from '#plugins/identity/main'
import { ConversionRunner } from '../../../app/plugins/documents/conversion/conversion_runner.js'
import { ResumeConversions } from '../../../app/plugins/documents/conversion/resume_conversions.js'
import { referencedFiles } from '../../../app/plugins/documents/versions/holder.js'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentConversion from '../../../app/plugins/documents/models/document_conversion.js'
import { logIn, makeOperator } from '../../helpers/accounts.js'
import { fetched } from '../../helpers/download.js'
import { actionsOf, configOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'

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
  const there = lookedAfter(group)
  group.each.setup(() => async () => {
    await idle()
    delete there.stage.server.faults.converter
  })

  const idle = async () => (await app.container.make(ConversionRunner)).idle()

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

  test('make a PDF and offer it for download', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    await there.write(client, id, owner, 'To be converted.')
    const row = await begun(client, id, owner, { to: 'pdf' })
    assert.containsSubset(row, { state: 'running', percent: 0, to: 'pdf', as: 'download' })
    await idle()
    const done = await asked(client, id, owner, row)
    assert.containsSubset(done, { state: 'done', percent: 100, reason: null, versionNo: 2 })

    const path = `/app/document/${id}/conversions/${row.id}/content`
    const { accessToken } = await logIn(client, owner.username)
    const authorization = `Bearer ${accessToken}`
    const { status, headers, bytes } = await fetched(path, { authorization })
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/pdf')
    assert.include(headers.get('content-disposition'), 'Minutes.pdf')
    assert.equal((await fileTypeFromBuffer(bytes))?.ext, 'pdf')
    assert.include(bytes.toString('latin1'), 'To be converted.')
    assert.equal((await actionsOf(id)).at(-1), 'converted')
    const later = client.get(path).loginAs(owner).header('if-none-match', headers.get('etag')!)
    ;(await later).assertStatus(304)
  })

  test('convert an earlier version, and make a document of it', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const body = { to: 'odt', as: 'document', versionNo: 1, title: 'An open copy' }
    const done = await ended(client, id, owner, body)
    assert.containsSubset(done, { state: 'done', versionNo: 1, resultFileId: null })
    const made = await client.get(`/app/document/${done.resultDocumentId}`).loginAs(owner)
    made.assertBodyContains({ data: { title: 'An open copy', fileType: 'odt', ownerId: owner.id } })
    const [version] = await versionsOf(done.resultDocumentId!)
    assert.containsSubset(version!.$attributes, { kind: 'converted', authorId: owner.id })
    const config = await configOf(client, done.resultDocumentId!, owner)
    assert.equal(config.document.fileType, 'odt')
  })

  test('keep the result as a file of the caller’s', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const done = await ended(client, id, owner, { to: 'txt', as: 'file' })
    const file = await client.get(`/app/files/${done.resultFileId}`).loginAs(owner)
    file.assertBodyContains({ data: { name: 'Minutes.txt', ownerId: owner.id } })
    const path = `/app/document/${id}/conversions/${done.id}/content`
    ;(await client.get(path).loginAs(owner)).assertStatus(404)
    assert.isNull(done.resultDocumentId)
  })

  test('refuse a type that cannot be reached, and name those that can', async ({ client }) => {
    const { id, owner } = await staged(client)
    for (const to of ['xlsx', 'docx', 'exe', 'PPTX']) {
      const refused = await ask(client, id, owner, { to })
      refused.assertStatus(422)
      refused.assertTextIncludes('pdf, odt, rtf, txt, html')
      refused.assertBodyContains({ data: { reason: 'E_VALIDATION', errors: [{ field: 'to' }] } })
    }
    const asDocument = await ask(client, id, owner, { to: 'html', as: 'document' })
    asDocument.assertStatus(422)
    asDocument.assertTextIncludes('pdf, odt, rtf, txt as a document')
    for (const body of [{}, { to: '../x' }, { to: 'pdf', as: 'mail' }, { to: 'pdf', versionNo: 0 }])
      (await ask(client, id, owner, body)).assertStatus(422)
    ;(await ask(client, id, owner, { to: 'pdf', versionNo: 9 })).assertStatus(404)
  })

  test('keep the result for who asked, and only where they may create one', async ({ client }) => {
    const { id, owner } = await staged(client)
    const reader = await makeOperator()
    there.stage.gate.tell(reader.id, null, 'document:document:create')
    there.stage.gate.tell(reader.id, null, 'file:file:upload')
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
  })

  test('say why it failed when the converter answers {code}')
    .with([
      { code: -3, reason: 'E_CONVERSION_FAILED', says: 'open it in the editor' },
      { code: -5, reason: 'E_CONVERSION_PASSWORD', says: 'take the password off' },
      { code: -8, reason: 'E_CONVERSION_TOKEN', says: 'signature' },
    ])
    .run(async ({ client, assert }, { code, reason, says }) => {
      const { id, owner } = await staged(client)
      there.stage.server.faults.converter = { error: code }
      const failed = await ended(client, id, owner, { to: 'pdf' })
      assert.containsSubset(failed, { state: 'failed', reason })
      assert.include(failed.message, says)
      assert.equal((await actionsOf(id)).at(-1), 'conversion_failed')
    })

  test('be cancelled, and leave nothing', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    there.stage.server.faults.converter = { endless: true }
    const row = await begun(client, id, owner, { to: 'pdf', as: 'document' })
    const path = `/app/document/${id}/conversions/${row.id}`
    const cancelled = await client.delete(path).loginAs(owner)
    cancelled.assertStatus(200)
    cancelled.assertBodyContains({ data: { state: 'cancelled' } })
    there.stage.server.faults.converter = {}
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
    there.stage.server.faults.converter = { endless: true }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ask(client, id, owner, { to: 'pdf' }))
    )
    const refused = answers.filter((answer) => answer.status() === 429)
    assert.lengthOf(refused, 3)
    refused[0]!.assertHeader('retry-after', '10')
    refused[0]!.assertTextIncludes('3 conversions under way')
    const other = await makeOperator()
    there.stage.server.faults.converter = {}
    ;(await ask(client, id, other, { to: 'pdf' })).assertStatus(200)
    await idle()
    ;(await ask(client, id, owner, { to: 'pdf' })).assertStatus(200)
  })

  test('forget what ended a day ago, and let its file go', async ({ client, assert }) => {
    const { id, owner } = await staged(client)
    const done = await ended(client, id, owner, { to: 'pdf' })
    const { fileId } = await DocumentConversion.findOrFail(done.id)
    assert.isTrue((await referencedFiles([fileId!])).has(fileId!))
    clock.travel(DAY + 1_000)
    await (await app.container.make(ResumeConversions)).handle()
    assert.isFalse((await referencedFiles([fileId!])).has(fileId!))
    const gone = await client.get(`/app/document/${id}/conversions/${done.id}`).loginAs(owner)
    gone.assertStatus(404)
  })
})
