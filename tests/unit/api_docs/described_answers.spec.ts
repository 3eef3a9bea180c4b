import { test } from '@japa/runner'
import { t } from '#kernel/contracts/main'
import { ApiDescription } from '#plugins/api_docs/main'
import { DescribedAnswers } from '#tests/helpers/described_responses/described_answers'
import { drawn } from './routes.js'

const description = new ApiDescription({
  title: 'Test',
  version: '1',
  plugins: [],
  routes: () =>
    drawn('library', (router) => {
      router
        .get('/app/books', async () => {})
        .public('nobody asked')
        .contract({ summary: 'Books', answer: t.array(t.object({ id: t.id() })) })
    }),
})

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'a',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'x-ratelimit-limit': '100',
  'x-ratelimit-remaining': '99',
  'x-ratelimit-reset': '2026-01-31T08:15:00.000Z',
}
const right = { code: 200, message: 'OK', data: [{ id: 1 }] }

const answers = new DescribedAnswers(description.document())

function faultsOf(body: unknown, change: { status?: number; headers?: object } = {}) {
  const answer = { status: 200, body: Buffer.from(JSON.stringify(body)), ...change }
  return answers.faultsOf(description.operations[0]!, {
    ...answer,
    headers: { ...headers, ...change.headers },
  })
}

test.group('API description | holding answers to it', () => {
  test('find nothing in an answer as described', ({ assert }) => {
    assert.deepEqual(faultsOf(right), [])
  })

  const lies: [string, unknown, Parameters<typeof faultsOf>[1]?][] = [
    ['a status that is not described', right, { status: 418 }],
    ['a member that is not described', { ...right, data: [{ id: 1, secret: 'x' }] }],
    ['a member of another type', { ...right, data: [{ id: '1' }] }],
    ['a member that is missing', { ...right, data: [{}] }],
    ['another code than the status', { ...right, code: 201 }],
    [
      'a reason that is not described',
      { code: 422, message: '', data: { reason: 'E_X' } },
      { status: 422 },
    ],
    [
      'a fault that tells of itself',
      { code: 500, message: '', data: { sql: '' } },
      { status: 500 },
    ],
    ['a missing header', right, { headers: { 'x-request-id': undefined } }],
    ['a header of another type', right, { headers: { 'x-ratelimit-limit': 'many' } }],
    ['another content type', right, { headers: { 'content-type': 'text/html' } }],
  ]
  for (const [name, body, change] of lies) {
    test(`find ${name}`, ({ assert }) => {
      assert.isNotEmpty(faultsOf(body, change))
    })
  }
})
