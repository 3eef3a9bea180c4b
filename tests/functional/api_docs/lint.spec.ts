import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ApiDescription } from '#plugins/api_docs/main'
import { lintDescription } from '#tests/conformance/openapi/lint_description'

test.group('API description | public linter', () => {
  test('find no fault in what is mounted', async ({ assert }) => {
    const description = await app.container.make(ApiDescription)
    assert.deepEqual(await lintDescription(JSON.stringify(description.document())), [])
  })

  test('find faults where there are some', async ({ assert }) => {
    const description = await app.container.make(ApiDescription)
    const document = structuredClone(description.document())
    const login = document.paths['/app/auth/login']!.post!
    delete login.operationId
    login.security = [{ nothing: [] }]
    login.parameters = [{ name: 'id', in: 'path' }]

    const rules = (await lintDescription(JSON.stringify(document))).map(({ rule }) => rule)
    assert.includeMembers(rules, ['security-defined', 'operation-operationId'])
  })
})
