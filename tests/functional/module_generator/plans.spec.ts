import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { PageDescription, PageField } from '#kernel/descriptions/main'
import { mountPlugins, type PluginManifest } from '#kernel/plugins/main'
import type { ModulePlan } from '#plugins/module_generator/main'
import { makeOperator } from '#tests/helpers/accounts'
import { openGate, type OpenGate } from '#tests/helpers/open_gate'
import { administrator } from '../access/support/caller.js'
import { RenderedModule } from './rendered_module.js'
import { base } from './stage.js'

const place = {
  name: 'place',
  plugin: 'identity',
  path: '/app/system/departments',
  model: 'Department',
  table: 'departments',
  label: 'name',
  labelNullable: false,
  softDelete: false,
}

/** A field of every type, and of what else changes how it is described. */
const every: ModulePlan = {
  name: 'odd-page',
  fields: [
    { name: 'title', type: 'string', required: true, searchable: true, length: 80 },
    { name: 'word', type: 'string', listed: false, default: 'word', form: false },
    { name: 'about', type: 'text', listed: true },
    { name: 'note', type: 'text' },
    { name: 'pieces', type: 'integer', min: 1, max: 9 },
    { name: 'price', type: 'decimal', scale: 3, precision: 6 },
    { name: 'ready', type: 'boolean' },
    { name: 'day', type: 'date', required: true },
    { name: 'begins', type: 'datetime', required: true },
    { name: 'state', type: 'enum', values: ['draft', 'put_live'] },
    { name: 'phase', type: 'enum', dictionary: 'phases', required: true },
    { name: 'extra', type: 'json' },
    { name: 'paper', type: 'file' },
    { name: 'keeper', type: 'user', required: true },
    { name: 'home', type: 'department' },
    { name: 'near', type: 'belongsTo', target: 'place' },
    { name: 'places', type: 'manyToMany', target: 'place', required: true },
    { name: 'parent', type: 'tree' },
    {
      name: 'parts',
      type: 'hasMany',
      fields: [
        { name: 'name', type: 'string', required: true },
        { name: 'size', type: 'enum', values: ['small'] },
      ],
    },
  ],
}

test.group('Module generator | plans over HTTP', (group) => {
  let gate: OpenGate
  group.setup(() => {
    const opened = openGate()
    gate = opened.gate
    return opened.shut
  })

  test('say how to draft without a language model where none is configured', async ({
    client,
    assert,
  }) => {
    const refused = await client
      .post(`${base}/plans/draft`)
      .json({ prompt: 'books' })
      .loginAs(await makeOperator())
    refused.assertStatus(400)
    assert.equal(refused.body().data.reason, 'E_AI_NOT_CONFIGURED')
    assert.match(refused.body().message, /table.*fields/)
  })

  test('tell every fault of a plan', async ({ client, assert }) => {
    const operator = await makeOperator()
    const plan = { name: 'book', fields: [{ name: 'order', type: 'string' }] }
    const post = (path: string, body: object) =>
      client.post(`${base}/${path}`).json(body).loginAs(operator)
    const checked = await post('plans/validate', { plan })
    checked.assertStatus(200)
    assert.isFalse(checked.body().data.valid)
    assert.equal(checked.body().data.errors[0].field, 'fields.0.name')
    for (const path of ['preview', 'download', 'modules'])
      (await post(path, { plan })).assertStatus(422)
    ;(await post('preview', {})).assertStatus(422)
    ;(await post('plans/draft', { name: 'book', fields: 'price:dezimal' })).assertStatus(422)
  })

  test('publish the schemas of plans and pages', async ({ client, assert }) => {
    const schemas = await client.get(`${base}/plans/schema`).loginAs(await makeOperator())
    assert.properties(schemas.body().data, ['plan', 'page'])
  })

  test('refuse whoever does not hold the permission', async ({ client }) => {
    const operator = await makeOperator()
    gate.tell(operator.id, null)
    ;(await client.get(`${base}/modules`)).assertStatus(401)
    ;(await client.get(`${base}/modules`).loginAs(operator)).assertStatus(403)
    ;(await client.post(`${base}/plans/draft`).json({}).loginAs(operator)).assertStatus(403)
  })
})

/** Names of parameters of the list that a field is filtered by. */
const parametersOf = ({ name, filter }: PageField) =>
  filter === 'range' ? [`${name}From`, `${name}To`] : filter ? [name] : []
const isColumn = ({ type, list }: PageField) =>
  list ?? !['longText', 'json', 'lines'].includes(type)
const namesOf = (fields: readonly PageField[]) => fields.map(({ name }) => name)

test.group('Module generator | description of a page', (group) => {
  let rendered: RenderedModule
  let page: PageDescription
  group.setup(async () => {
    rendered = await RenderedModule.make(every, [place])
    return () => rendered[Symbol.asyncDispose]()
  })

  test('describe fields of every type, so that the module can be mounted', async ({ assert }) => {
    const { default: manifest } = await rendered.load('plugin.ts')
    const mounted = app.config.get<readonly PluginManifest[]>('plugins')
    assert.doesNotThrow(() => mountPlugins([...mounted, manifest]))

    page = manifest.pages[0]
    assert.containsSubset(page, {
      name: 'odd-page',
      resource: '/app/odd-pages',
      permissions: { create: 'app:odd-page:create', delete: 'app:odd-page:delete' },
      searchable: true,
      several: true,
      tree: { parent: 'parentId' },
      version: 'updatedAt',
    })
    const reference = { resource: place.path, label: 'name' }
    assert.containsSubset(page.fields, [
      { name: 'title', type: 'text', required: true, minLength: 1, maxLength: 80 },
      { name: 'word', list: false, form: false },
      { name: 'about', type: 'longText', list: true, nullable: true },
      { name: 'pieces', type: 'integer', min: 1, max: 9, filter: 'range' },
      { name: 'price', type: 'decimal', min: -999.999, max: 999.999, scale: 3 },
      { name: 'state', type: 'choice', choices: [{}, { value: 'put_live', label: 'Put live' }] },
      { name: 'phase', type: 'choice', dictionary: 'phases', required: true, filter: 'equals' },
      { name: 'paperId', type: 'file', reference: { resource: '/app/files', label: 'name' } },
      { name: 'homeId', reference: { ...reference, query: 'flat=true' }, shows: 'homeName' },
      { name: 'nearId', type: 'reference', reference, shows: 'nearName', filter: 'equals' },
      { name: 'placeIds', several: true, required: true, reference, shows: 'places' },
      { name: 'parentId', nullable: true, reference: { resource: '/app/odd-pages' } },
      {
        name: 'parts',
        type: 'lines',
        fields: [{ name: 'name', required: true }, { choices: [{}] }],
      },
      { name: 'ownerId', readOnly: true },
      { name: 'createdAt', type: 'instant', readOnly: true, filter: 'range' },
    ])
  })

  test('take values of a dictionary alone, as they are at the moment', async ({
    client,
    assert,
  }) => {
    const { createOddPageValidator } = await rendered.load('validators/odd_page_validators.ts')
    const faultsOf = async (phase: string) => {
      const [error] = await createOddPageValidator.tryValidate({ phase })
      const faults: { field: string; rule: string }[] = error.messages
      return faults.filter(({ field }) => field === 'phase').map(({ rule }) => rule)
    }
    assert.deepEqual(await faultsOf('first'), ['dictionary'])
    const admin = await administrator(client)
    const items = [{ value: 'first', labels: { en: 'First' } }]
    const dictionary = { code: 'phases', name: 'Phases', items }
    const { id } = await admin.must(admin.post('dictionaries', dictionary))
    assert.deepEqual([await faultsOf('first'), await faultsOf('second')], [[], ['dictionary']])
    await admin.must(admin.put(`dictionaries/${id}`, { status: 'disabled' }))
    assert.deepEqual(await faultsOf('first'), ['dictionary'])
    await admin.must(admin.delete(`dictionaries/${id}`))
  })

  test('describe what its lists, bodies and answers have, and no more', async ({ assert }) => {
    const load = (path: string) => rendered.load(`${path}.ts`)
    const validators = await load('validators/odd_page_validators')
    const { oddPageRow, oddPageShape } = await load('transformers/odd_page_transformer')
    const schemaOf = (name: string) => validators[name].toJSONSchema()
    const written = page.fields.filter(({ readOnly }) => !readOnly)

    const body = schemaOf('createOddPageValidator')
    assert.sameMembers(Object.keys(body.properties), namesOf(written))
    assert.sameMembers(body.required, namesOf(written.filter(({ required }) => required)))
    const changes = schemaOf('updateOddPageValidator')
    assert.sameMembers(Object.keys(changes.properties), [...namesOf(written), page.version!])

    const query = schemaOf('listOddPagesValidator').properties
    const known = ['keyword', ...page.fields.flatMap(parametersOf)]
    assert.includeMembers(Object.keys(query), known)
    assert.include(query.sort.pattern, `(${page.sorts!.join('|')})`)

    const shown = page.fields.flatMap(({ shows }) => shows ?? [])
    assert.includeMembers(Object.keys(oddPageRow.properties), namesOf(page.fields.filter(isColumn)))
    assert.sameMembers(Object.keys(oddPageShape.properties), [
      'id',
      ...namesOf(page.fields),
      ...shown,
    ])
  })
})
