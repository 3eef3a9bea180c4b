import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { ApiDescription } from '#plugins/api_docs/main'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { staged, type StagedConfig } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { wordBytes } from '../../helpers/packages.js'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
/** Nobody can show a signature that holds: it is of another body. */
const REFUSED: Readonly<Record<string, number>> = { 'documents.callback.store': 403 }
const NEEDS_SUBMISSION = ['documents.submissions.update', 'documents.reviews.store']

interface Described {
  id: string
  method: string
  path: string
  example: Record<string, unknown>
}

interface Staged {
  id: number
  owner: User
  config: StagedConfig
}

async function describedExamples(): Promise<Described[]> {
  const { paths } = (await app.container.make(ApiDescription)).document()
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/app/document'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const { operationId: id, requestBody } = operation as {
          operationId: string
          requestBody?: { content: Record<string, { example?: Record<string, unknown> }> }
        }
        const example = requestBody?.content['application/json']?.example
        return example ? [{ id, method, path, example }] : []
      })
    )
}

test.group('Documents | described examples', (group) => {
  const there = lookedAfter(group)

  /** What names something of the service names something that is there. */
  async function realNames(client: ApiClient, { id, owner, config }: Staged) {
    const other = await makeOperator()
    const options = { filename: 'dot.png', contentType: 'image/png' }
    const file = await client.post('/app/files').loginAs(owner).file('file', PNG, options)
    const template = await client
      .post('/app/document/templates')
      .loginAs(owner)
      .json({ title: 'Letter', fileType: 'docx' })
    const templateId = template.body().data.id
    await client
      .put(`/app/document/templates/${templateId}/status`)
      .loginAs(owner)
      .json({ status: 'online' })
    return {
      ...{ documentId: id, fileId: file.body().data.id, templateId, subjectId: other.id },
      ...{ handlerIds: [other.id], userIds: [other.id] },
      ...{ url: there.stage.server.offer(wordBytes('A copy'), 'docx'), key: config.document.key },
    }
  }

  async function submit(client: ApiClient, { id, owner }: Staged): Promise<User> {
    const handler = await makeOperator()
    const body = { handlerIds: [handler.id] }
    ;(await client.post(`/app/document/${id}/submit`).loginAs(owner).json(body)).assertStatus(200)
    return handler
  }

  function target({ id, path }: Described, documentId: number, ids: { templateId: number }) {
    const named = id.startsWith('documents.template') ? ids.templateId : documentId
    return path.replace('{id}', String(named))
  }

  async function status(client: ApiClient, described: Described): Promise<number> {
    const document = await staged(client)
    const real = await realNames(client, document)
    const names = Object.entries(real).filter(([name]) => name in described.example)
    const body = { ...described.example, ...Object.fromEntries(names) }
    const handler = NEEDS_SUBMISSION.includes(described.id)
      ? await submit(client, document)
      : document.owner
    const caller = described.id === 'documents.reviews.store' ? handler : document.owner
    const isCallback = described.id === 'documents.callback.store'
    if (isCallback) return sent(document.config.editorConfig.callbackUrl!, body)
    const method = described.method as 'post' | 'put' | 'delete'
    const request = client[method](target(described, document.id, real)).loginAs(caller)
    return (await request.json(body)).status()
  }

  test('are accepted as they are shown, with ids that exist', async ({ client, assert }) => {
    const described = await describedExamples()
    const answered: Record<string, number> = {}
    for (const one of described) answered[one.id] = await status(client, one)
    assert.isAbove(described.length, 12)
    assert.deepEqual(
      answered,
      Object.fromEntries(described.map(({ id }) => [id, REFUSED[id] ?? 200]))
    )
  })
})

async function sent(url: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.body?.cancel()
  return answer.status
}
