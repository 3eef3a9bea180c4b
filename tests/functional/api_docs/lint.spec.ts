import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ApiDescription } from '#plugins/api_docs/main'
import { lintDescription } from '#tests/conformance/openapi/lint_description'

test.group('API description | public linter', () => {
  test('find no fault in what is mounted', async ({ assert }) => {
    const description = await app.container.make(ApiDescription)
    assert.deepEqual(await lintDescription(JSON.stringify(description.document())), [])
  })
})
