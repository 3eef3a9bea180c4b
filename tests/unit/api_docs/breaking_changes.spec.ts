import { test } from '@japa/runner'
import { breakingChanges } from '../../../app/plugins/api_docs/changes/breaking_changes.js'

type Members = Record<string, object>

const operation = () => ({
  operationId: 'library.books.update',
  security: [] as object[],
  parameters: [{ name: 'keyword', in: 'query', schema: { type: 'string', maxLength: 10 } }],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            title: { type: 'string', maxLength: 50 },
            status: { type: 'string', enum: ['in', 'out'] },
          } as Members,
          required: ['title'],
        },
      },
    },
  },
  responses: {
    200: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              id: { type: 'integer' },
              owner: { $ref: '#/components/schemas/Owner' },
            } as Members,
            required: ['id', 'owner'],
          },
        },
      },
    },
  } as Record<string, any>,
})
type Shape = ReturnType<typeof operation> & Record<string, unknown>

const described = (put?: object) => ({
  paths: { '/app/books/{id}': put ? { put } : {} } as Record<string, Record<string, any>>,
  components: {
    schemas: {
      Owner: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    },
  },
})

const changesOf = (change: (after: Shape) => void) => {
  const after = operation() as Shape
  change(after)
  return breakingChanges(described(operation()), described(after))
}
const body = (after: Shape) => after.requestBody.content['application/json'].schema
const answer = (after: Shape) => after.responses[200].content['application/json'].schema

test.group('API description | breaking changes', () => {
  const harmless: [string, (after: Shape) => void][] = [
    ['nothing changed', () => {}],
    [
      'an optional parameter more',
      (after) =>
        void after.parameters.push({
          name: 'sort',
          in: 'query',
          schema: { type: 'string', maxLength: 5 },
        }),
    ],
    [
      'a longer title taken',
      (after) => void (body(after).properties.title = { type: 'string', maxLength: 80 }),
    ],
    [
      'a status more taken',
      (after) =>
        void (body(after).properties.status = { type: 'string', enum: ['in', 'out', 'lost'] }),
    ],
    [
      'a member more answered',
      (after) => void (answer(after).properties.isbn = { type: 'string' }),
    ],
    ['another refusal', (after) => void (after.responses[409] = {})],
  ]
  for (const [name, change] of harmless) {
    test(`say nothing of ${name}`, ({ assert }) => assert.deepEqual(changesOf(change), []))
  }

  const breaking: [string, (after: Shape) => void, RegExp][] = [
    ['another id', (after) => void (after.operationId = 'x'), /its id is x/],
    ['a login asked for', (after) => void after.security.push({ bearer: [] }), /asks for a login/],
    [
      'a permission asked for',
      (after) => void (after['x-permission'] = 'a:b'),
      /the permission a:b/,
    ],
    ['a parameter less', (after) => void (after.parameters = []), /keyword is not taken/],
    [
      'a parameter required',
      (after) => void ((after.parameters[0] as any).required = true),
      /keyword is required/,
    ],
    [
      'a shorter parameter',
      (after) => void (after.parameters[0]!.schema.maxLength = 5),
      /maxLength 5, formerly 10/,
    ],
    [
      'a member required',
      (after) => void body(after).required.push('status'),
      /status is required/,
    ],
    [
      'a value less taken',
      (after) => void (body(after).properties.status = { type: 'string', enum: ['in'] }),
      /status may be "out"/,
    ],
    [
      'another type taken',
      (after) => void (body(after).properties.title = { type: 'integer' }),
      /title may be string, not only integer/,
    ],
    [
      'another content type',
      (after) => void ((after.requestBody.content as any) = {}),
      /application\/json is not taken/,
    ],
    [
      'a member less answered',
      (after) => void (answer(after).required = ['owner']),
      /id is required, and may be missing/,
    ],
    [
      'null answered',
      (after) =>
        void (answer(after).properties.id = { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
      /id may be null/,
    ],
    ['a success less', (after) => void (after.responses = {}), /does not answer 200/],
  ]
  for (const [name, change, sentence] of breaking) {
    test(`tell of ${name}`, ({ assert }) => {
      const changes = changesOf(change)
      assert.lengthOf(changes, 1)
      assert.match(changes[0]!, sentence)
      assert.match(changes[0]!, /^PUT \/app\/books\/\{id\}: /)
    })
  }

  test('tell of a shared schema that changed', ({ assert }) => {
    const after = described(operation())
    after.components.schemas.Owner.required = []
    assert.deepEqual(breakingChanges(described(operation()), after), [
      'PUT /app/books/{id}: answer 200: owner.id is required, and may be missing',
    ])
  })

  test('tell of an operation that is gone', ({ assert }) => {
    assert.deepEqual(breakingChanges(described(operation()), described()), [
      'PUT /app/books/{id}: the operation is gone',
    ])
  })
})
