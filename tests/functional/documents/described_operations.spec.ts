import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { nothing } from '#kernel/acting/main'
import { ApiDescription } from '#plugins/api_docs/main'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { layInTrash, staged } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { wordBytes } from '../../helpers/packages.js'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
/** Nobody can show a signature that holds: it is of another body. */
const REFUSED: Readonly<Record<string, number>> = { 'documents.callback.store': 403 }
const NEEDS_SUBMISSION = ['documents.submissions.update', 'documents.reviews.store']

type Body = Record<string, unknown>

interface Described {
  'operationId': string
  'x-permission'?: string
  'requestBody'?: { content: Record<string, { example?: Body }> }
}

interface Operation {
  id: string
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  isGuarded: boolean
  /** As it is shown. */
  body?: Body
}

async function operations(): Promise<Operation[]> {
  const { paths } = (await app.container.make(ApiDescription)).document()
  const ours = Object.entries(paths).filter(([path]) => path.startsWith('/app/document'))
  return ours.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { operationId: id, requestBody, ...rest } = described as unknown as Described
      const body = requestBody?.content['application/json']?.example
      const isGuarded = rest['x-permission'] !== undefined
      return { id, method: method as Operation['method'], path, isGuarded, body }
    })
  )
}

test.group('Documents | described examples', (group) => {
  const there = lookedAfter(group)

  type Staged = Awaited<ReturnType<typeof staged>>

  /** What names something of the service names something that is there. */
  async function realNames(client: ApiClient, { id, owner, config }: Staged) {
    const other = await makeOperator()
    const options = { filename: 'dot.png', contentType: 'image/png' }
    const file = await client.post('/app/files').loginAs(owner).file('file', PNG, options)
    const making = client.post('/app/document/templates').loginAs(owner)
    const template = (await making.json({ title: 'Letter', fileType: 'docx' })).body().data
    const turning = client.put(`/app/document/templates/${template.id}/status`).loginAs(owner)
    ;(await turning.json({ status: 'online' })).assertStatus(200)
    return {
      ...{ documentId: id, fileId: file.body().data.id, subjectId: other.id },
      ...{ templateId: template.id, handlerIds: [other.id], userIds: [other.id] },
      ...{ url: there.stage.server.offer(wordBytes('A copy'), 'docx'), key: config.document.key },
    }
  }

  async function submitted(client: ApiClient, { id, owner }: Staged): Promise<User> {
    const handler = await makeOperator()
    const body = { handlerIds: [handler.id] }
    ;(await client.post(`/app/document/${id}/submit`).loginAs(owner).json(body)).assertStatus(200)
    return handler
  }

  async function status(client: ApiClient, { id, method, path, body: shown }: Operation) {
    const document = await staged(client)
    const real = await realNames(client, document)
    const names = Object.entries(real).filter(([name]) => name in shown!)
    const body = { ...shown, ...Object.fromEntries(names) }
    const handler = NEEDS_SUBMISSION.includes(id) ? await submitted(client, document) : undefined
    if (id === 'documents.callback.store') {
      const headers = { 'content-type': 'application/json' }
      const sent = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(document.config.editorConfig.callbackUrl!, sent)).status
    }
    const named = id.startsWith('documents.template') ? real.templateId : document.id
    const caller = id === 'documents.reviews.store' ? handler! : document.owner
    const request = client[method](path.replace('{id}', String(named))).loginAs(caller)
    return (await request.json(body)).status()
  }

  test('are accepted as they are shown, with ids that exist', async ({ client, assert }) => {
    const shown = (await operations()).filter(({ body }) => body)
    const answered: Record<string, number> = {}
    for (const one of shown) answered[one.id] = await status(client, one)
    assert.isAbove(shown.length, 12)
    const expected = shown.map(({ id }) => [id, REFUSED[id] ?? 200])
    assert.deepEqual(answered, Object.fromEntries(expected))
  })
})

test.group('Documents | requests of who may not make them', (group) => {
  const there = lookedAfter(group)

  /** All that need a permission. */
  const guarded = async () => (await operations()).filter(({ isGuarded }) => isGuarded)

  const send = (client: ApiClient, { method, path, body }: Operation, id: number, as?: User) => {
    const at = path.replace('{id}', String(id)).replaceAll(/{\w+}/g, '1')
    const request = client[method](at).qs({ subjectType: 'user', subjectId: 1 })
    if (as) void request.loginAs(as)
    return body ? request.json(body) : request
  }

  test('answer 401 without a login, and 403 without the permission', async ({ client, assert }) => {
    const all = await guarded()
    assert.isAbove(all.length, 35)
    const { id } = await staged(client)
    const user = await makeOperator()
    there.stage.gate.tell(user.id, null)
    for (const one of all) {
      const answers = [await send(client, one, id), await send(client, one, id, user)]
      const statuses = answers.map((answer) => answer.status())
      assert.deepEqual(statuses, [401, 403], `${one.method} ${one.path}`)
    }
  })

  test('answer 404 to a document out of reach, or that is none', async ({ client, assert }) => {
    const [present, deleted] = [await staged(client), await staged(client)]
    await layInTrash(deleted.id)
    const stranger = await makeOperator()
    there.stage.gate.tell(stranger.id, nothing)
    for (const one of await guarded()) {
      if (!one.path.includes('{id}') || /\/templates|\/shares$/.test(one.path)) continue
      const { id } = one.path.includes('/trash') ? deleted : present
      for (const named of [id, 2_000_000_000])
        assert.equal((await send(client, one, named, stranger)).status(), 404, one.path)
    }
  })
})
