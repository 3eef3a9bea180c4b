import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { nothing } from '#kernel/data_scope/reach'
import { ApiDescription } from '#plugins/api_docs/main'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { layInTrash, staged } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'

type Method = 'get' | 'post' | 'put' | 'delete'

interface Body {
  content: Record<string, { example?: object }>
}

interface Operation {
  method: Method
  path: string
  body: object | undefined
}

/** All that need a permission. */
async function operations(): Promise<Operation[]> {
  const { paths } = (await app.container.make(ApiDescription)).document()
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/app/document'))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, described]) => described['x-permission'])
        .map(([method, { requestBody }]) => {
          const body = (requestBody as Body | undefined)?.content['application/json']?.example
          return { method: method as Method, path, body }
        })
    )
}

test.group('Documents | requests of who may not make them', (group) => {
  const there = lookedAfter(group)

  const send = (client: ApiClient, { method, path, body }: Operation, id: number, as?: User) => {
    const at = path.replace('{id}', String(id)).replaceAll(/{\w+}/g, '1')
    const request = client[method](at).qs({ subjectType: 'user', subjectId: 1 })
    if (as) void request.loginAs(as)
    return body ? request.json(body) : request
  }

  test('answer 401 without a login, and 403 without the permission', async ({ client, assert }) => {
    const all = await operations()
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
    for (const one of await operations()) {
      if (!one.path.includes('{id}') || /\/templates|\/shares$/.test(one.path)) continue
      const { id } = one.path.includes('/trash') ? deleted : present
      for (const named of [id, 2_000_000_000])
        assert.equal((await send(client, one, named, stranger)).status(), 404, one.path)
    }
  })
})
