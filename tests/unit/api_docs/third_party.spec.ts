import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { defineError } from '#kernel/errors/main'
import { numericId, assertRoutesDeclared } from '#kernel/http/main'
import { definePermissions } from '#kernel/permissions/main'
import { definePlugin } from '#kernel/plugins/main'
import { pageOf, t } from '#kernel/contracts/main'
import { ApiDescription } from '#plugins/api_docs/main'
import { assertDescribable } from '../../../app/plugins/api_docs/description/description_check.js'
import { drawn } from './routes.js'

const permissions = definePermissions({ list: ['library:book:list', 'See <b>books</b>'] })
const E_BOOK_LENT = defineError(409, 'E_BOOK_LENT', 'The book is lent; wait until it is back')
const plugin = definePlugin({ name: 'library', description: 'Books', from: import.meta.url })
const book = t.object({ id: t.id(), title: t.text() })

const routes = () =>
  drawn('library', (router) => {
    router
      .get('/app/books', async () => {})
      .as('books.index')
      .permission(permissions.list)
      .contract({
        summary: 'Books',
        query: vine.create({ keyword: vine.string().maxLength(10).optional() }),
        answer: pageOf(book),
      })
    router
      .put('/app/books/:id', async () => {})
      .as('books.update')
      .where('id', numericId)
      .signedIn('everybody may lend')
      .contract({
        summary: 'Change a book',
        body: vine.create({ title: vine.string().maxLength(10) }),
        answer: book,
        failures: [E_BOOK_LENT],
      })
    router
      .post('/app/books/covers', async () => {})
      .as('covers.store')
      .public('covers are public')
      .contract({
        summary: 'Upload a cover',
        consumes: 'multipart/form-data',
        parts: {
          files: { cover: { description: 'PNG or JPEG' } },
          fields: vine.create({ caption: vine.string().maxLength(50) }),
        },
        raw: { type: 'image/*', statuses: [200, 206] },
      })
  })

const describe = () =>
  new ApiDescription({ title: 'Test', version: '1.0.0', plugins: [plugin], routes })

test.group('API description | a plugin that wrote no line for it', () => {
  test('describe its list with permission, parameters and page', ({ assert }) => {
    const operation = describe().document().paths['/app/books']!.get!
    assert.equal(operation.operationId, 'library.books.index')
    assert.equal(operation['x-permission'], 'library:book:list')
    assert.equal(operation['x-data-scope'], 'granted')
    assert.deepEqual(operation.security, [{ bearer: [] }])
    assert.containsSubset(operation.parameters, [{ name: 'keyword', in: 'query', required: false }])
    const statuses = Object.keys(operation.responses as object)
    assert.deepEqual(statuses, ['200', '401', '403', '422', '429', '500', '503'])
  })

  test('describe its writing with body, identifier and refusals', ({ assert }) => {
    const operation = describe().document().paths['/app/books/{id}']!.put!
    assert.containsSubset(operation.parameters, [
      { name: 'id', in: 'path', schema: { type: 'integer' } },
    ])
    const responses = operation.responses as Record<string, { $ref?: string }>
    assert.equal(responses[409]!.$ref, '#/components/responses/RefusalBookLent')
    assert.includeMembers(Object.keys(responses), ['400', '401', '404', '413', '415', '422'])
    assert.notProperty(responses, '403')
  })

  test('describe its upload and an answer that is no envelope', ({ assert }) => {
    const operation = describe().document().paths['/app/books/covers']!.post!
    assert.containsSubset(operation.requestBody, {
      content: {
        'multipart/form-data': {
          schema: {
            properties: {
              cover: { type: 'string', format: 'binary' },
              caption: { type: 'string' },
            },
            required: ['cover', 'caption'],
          },
        },
      },
    })
    assert.containsSubset(operation.responses, { 200: { content: { 'image/*': {} } }, 206: {} })
    assert.deepEqual(operation.security, [])
  })
})

test.group('API description | what cannot be derived', () => {
  test('refuse a route without a contract outside production', ({ assert }) => {
    const bare = drawn('library', (router) => {
      router.get('/app/bare', async () => {}).public('nobody asked')
    })
    assert.throws(
      () => assertRoutesDeclared(bare, { contracts: true }),
      'Route GET /app/bare of plugin "library" declares nothing of what it takes and answers; add .contract({ summary: "…" }) to it.'
    )
    assert.doesNotThrow(() => assertRoutesDeclared(bare))
  })

  test('refuse a field whose schema says nothing, and name it', ({ assert }) => {
    const vague = drawn('library', (router) => {
      router
        .post('/app/vague', async () => {})
        .public('nobody asked')
        .contract({ summary: 'Vague', body: vine.create({ day: vine.date() }) })
    })
    const description = new ApiDescription({
      title: 'Test',
      version: '1',
      plugins: [],
      routes: () => vague,
    })
    assert.throws(() => assertDescribable(description.operations), /takes a field "day"/)
  })
})
