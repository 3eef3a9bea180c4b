import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { parse } from 'yaml'
import { ApiDescription } from '#plugins/api_docs/main'
import { loggedIn } from '#tests/helpers/accounts'
import { asyncApiFaults } from '#tests/conformance/openapi/async_api_faults'
import { DescribedAnswers } from '#tests/helpers/described_responses/described_answers'

test.group('API description | endpoints', () => {
  test('answer the same description as JSON and as YAML', async ({ client, assert }) => {
    const json = await client.get('/v3/api-docs')
    const yaml = await client.get('/v3/api-docs.yaml')

    json.assertStatus(200)
    assert.equal(json.body().openapi, '3.1.0')
    assert.match(yaml.header('content-type')!, /^application\/yaml/)
    assert.deepEqual(parse(yaml.text() ?? String(yaml.body())), json.body())
  })

  test('answer 304 to who has it already', async ({ client }) => {
    const first = await client.get('/v3/api-docs')
    const again = await client.get('/v3/api-docs').header('if-none-match', first.header('etag')!)
    again.assertStatus(304)
  })

  test('answer one plugin’s part, and 404 for a plugin that is not mounted', async ({
    client,
    assert,
  }) => {
    const part = await client.get('/v3/api-docs/identity')
    part.assertStatus(200)
    assert.deepEqual(
      part.body().tags.map(({ name }: { name: string }) => name),
      ['identity']
    )
    for (const name of ['nobody', 'identity.yml', '..%2f..%2fetc', '<b>']) {
      const other = await client.get(`/v3/api-docs/${name}`)
      other.assertStatus(404)
    }
  })

  test('refuse a value of mine that is no boolean', async ({ client }) => {
    const response = await client.get('/v3/api-docs').qs({ mine: 'perhaps' })
    response.assertStatus(422)
  })

  test('leave only what the operator may call when mine is asked for', async ({
    client,
    assert,
  }) => {
    const { accessToken } = await loggedIn(client)
    const mine = await client.get('/v3/api-docs').qs({ mine: true }).bearerToken(accessToken)
    mine.assertStatus(200)
    assert.notInclude(JSON.stringify(mine.body()), '"x-permission"')
    assert.property(mine.body().paths, '/app/auth/user/info')

    const anonymous = await client.get('/v3/api-docs').qs({ mine: true })
    anonymous.assertStatus(401)
  })
})

test.group('AsyncAPI description | endpoints', () => {
  test('answer valid AsyncAPI 3.0 of the mounted channels', async ({ client, assert }) => {
    const json = await client.get('/v3/async-docs')
    const yaml = await client.get('/v3/async-docs.yaml')

    json.assertStatus(200)
    assert.deepEqual(asyncApiFaults(json.body()), [])
    assert.deepEqual(parse(yaml.text() ?? String(yaml.body())), json.body())
  })
})

test.group('API description | what it says', () => {
  test('describe every route of every mounted plugin, in the order of routes', async ({
    assert,
  }) => {
    const router = await app.container.make('router')
    const { paths } = (await app.container.make(ApiDescription)).document()
    const described = Object.values(paths).flatMap((methods) => Object.keys(methods)).length
    const routes = Object.values(router.toJSON()).flat()
    const drawn = routes.flatMap(({ methods }) => methods.filter((one) => one !== 'HEAD')).length
    assert.equal(described, drawn)
  })

  test('give each operation an id of its own, its access and its data scope', async ({
    assert,
  }) => {
    const { paths } = (await app.container.make(ApiDescription)).document()
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    const ids = operations.map(({ operationId }) => operationId)
    assert.equal(new Set(ids).size, ids.length)
    for (const operation of operations) {
      assert.isArray(operation.security)
      assert.include(['granted', 'own', 'none'], String(operation['x-data-scope']))
      assert.isString(operation.summary)
    }
    assert.includeMembers(ids, ['identity.session.store'])
  })

  test('say of every list what it holds', async ({ assert }) => {
    const { paths, components } = (await app.container.make(ApiDescription)).document()
    assert.deepEqual(listsWithoutItems({ paths, components }), [])
  })

  test('show examples that the schemas beside them allow', async ({ assert }) => {
    const document = (await app.container.make(ApiDescription)).document()
    const answers = new DescribedAnswers(document)
    let examples = 0
    for (const [pointer, value] of examplesOf(document, '#')) {
      examples += 1
      assert.deepEqual(answers.faultsAt(`${pointer}/schema`, value), [], pointer)
    }
    assert.isAbove(examples, 20)
  })

  test('show a text that somebody might write wherever one is free', async ({ assert }) => {
    const { paths, components } = (await app.container.make(ApiDescription)).document()
    assert.deepEqual(unexplained({ paths, schemas: components.schemas }), [])
  })

  test('show what somebody would write there, and nothing that only fills a field', async ({
    assert,
  }) => {
    const document = (await app.container.make(ApiDescription)).document()
    const shown = [...examplesOf(document, '#'), ...memberExamples(document)]
    const found = shown.flatMap(([at, value]) => fillers(value, at))
    assert.deepEqual(found, [])
  })
})

/** Where an example holds what only fills a field. */
function fillers(value: unknown, at = ''): string[] {
  if (typeof value === 'string') return /^text( text)*$/.test(value) ? [at] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([name]) => name !== 'contentType')
    .flatMap(([name, one]) => fillers(one, `${at}/${name}`))
}

function listsWithoutItems(node: unknown, at = ''): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, items } = node as { type?: unknown; items?: unknown }
  const isList = Array.isArray(type) ? type.includes('array') : type === 'array'
  const within = Object.entries(node).flatMap(([name, one]) =>
    listsWithoutItems(one, `${at}/${name}`)
  )
  return isList && items === undefined ? [at, ...within] : within
}

/** The examples of members of schemas. */
function memberExamples(node: unknown, at = ''): [string, unknown][] {
  if (typeof node !== 'object' || node === null) return []
  const members = Object.entries((node as { properties?: object }).properties ?? {})
  const here = members.map(([name, { examples }]): [string, unknown] => [`${at}/${name}`, examples])
  return [
    ...here,
    ...Object.entries(node).flatMap(([name, one]) => memberExamples(one, `${at}/${name}`)),
  ]
}

const EXPLAINING = ['const', 'enum', 'default', 'examples', 'format', 'description']

/** Members of bodies that are texts, of which neither an example nor a word says what they look like. */
function unexplained(part: unknown, at = ''): string[] {
  if (typeof part !== 'object' || part === null) return []
  const members = Object.entries((part as { properties?: object }).properties ?? {})
  const here = members
    .filter(([, { type }]) => type === 'string')
    .filter(([, member]) => !EXPLAINING.some((keyword) => keyword in member))
    .map(([name]) => `${at} ${name}`)
  const below = Object.entries(part)
    .filter(([name]) => name !== 'examples')
    .flatMap(([name, one]) => unexplained(one, `${at}/${name}`))
  return [...here, ...below]
}

/** Every media type's examples, with the pointer to the media type. */
function* examplesOf(node: unknown, pointer: string): Generator<[string, unknown]> {
  if (typeof node !== 'object' || node === null) return
  const { schema, example, examples } = node as {
    schema?: unknown
    example?: unknown
    examples?: unknown
  }
  if (schema && example !== undefined) yield [pointer, example]
  if (schema && examples) {
    for (const { value } of Object.values(examples as Record<string, { value: unknown }>)) {
      yield [pointer, value]
    }
  }
  for (const [key, member] of Object.entries(node as object)) {
    if (key === 'schema') continue
    const escaped = encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
    yield* examplesOf(member, `${pointer}/${escaped}`)
  }
}
