import { readdir } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Gate } from '#kernel/permissions/gate'
import { test } from '@japa/runner'
import { makeOperator } from '#tests/helpers/accounts'
import { OpenGate } from '#tests/helpers/open_gate'
import { base } from './stage.js'

const lines = 'title:string:required:search price:decimal(10,2) status:enum(draft,live)'

test.group('Module generator | plans over HTTP', (group) => {
  const gate = new OpenGate()
  group.setup(() => {
    app.container.swap(Gate, () => gate)
    return () => app.container.restore(Gate)
  })

  test('draft from field lines, preview, and touch nothing', async ({ client, assert }) => {
    const operator = await makeOperator()
    const before = await readdir(app.makePath('app/plugins'))
    const drafted = await client
      .post(`${base}/plans/draft`)
      .json({ name: 'library-book', fields: lines })
      .loginAs(operator)
    drafted.assertStatus(200)

    const { plan } = drafted.body().data
    const preview = await client.post(`${base}/preview`).json({ plan }).loginAs(operator)
    preview.assertStatus(200)
    const { files, routes, permissions, menus } = preview.body().data
    const paths = files.map(({ path }: { path: string }) => path)
    assert.includeMembers(paths, [
      'app/plugins/library_book/plugin.ts',
      'app/plugins/library_book/models/library_book.ts',
      'tests/functional/library_book/scope.spec.ts',
      'config/plugins.ts',
    ])
    assert.deepInclude(routes, {
      method: 'GET',
      path: '/app/library-books',
      permission: 'app:library-book:list',
    })
    assert.lengthOf(permissions, 5)
    assert.isNotEmpty(menus)
    assert.deepEqual(await readdir(app.makePath('app/plugins')), before)
  })

  test('describe tables, and draft from one that is nobody’s', async ({
    client,
    assert,
    cleanup,
  }) => {
    const operator = await makeOperator()
    const tables = await client.get(`${base}/tables`).loginAs(operator)
    assert.deepInclude(tables.body().data, { name: 'departments' })
    const table = await client.get(`${base}/tables/departments`).loginAs(operator)
    const names = table.body().data.columns.map(({ name }: { name: string }) => name)
    assert.includeMembers(names, ['id', 'parent_id', 'name'])

    await db.connection().schema.createTable('odd_orders', (one) => {
      one.increments('id')
      one.string('customer').notNullable()
    })
    cleanup(() => db.connection().schema.dropTable('odd_orders'))
    const draft = (name: string) =>
      client.post(`${base}/plans/draft`).json({ table: name }).loginAs(operator)
    const drafted = await draft('odd_orders')
    drafted.assertStatus(200)
    assert.deepInclude(drafted.body().data.plan.table, { name: 'odd_orders', existing: true })
    const refused = await draft('departments')
    refused.assertStatus(422)
    assert.equal(refused.body().data.errors[0].field, 'table.name')
    ;(await client.get(`${base}/tables/nowhere`).loginAs(operator)).assertStatus(404)
  })

  test('refuse a table whose key is made of several columns', async ({ client, assert }) => {
    const operator = await makeOperator()
    const refused = await client
      .post(`${base}/plans/draft`)
      .json({ table: 'role_menus' })
      .loginAs(operator)
    refused.assertStatus(400)
    assert.equal(refused.body().data.reason, 'E_TABLE_UNFIT')
  })

  test('say how to draft without a language model where none is configured', async ({
    client,
    assert,
  }) => {
    const operator = await makeOperator()
    const refused = await client
      .post(`${base}/plans/draft`)
      .json({ prompt: 'books' })
      .loginAs(operator)
    refused.assertStatus(400)
    assert.equal(refused.body().data.reason, 'E_AI_NOT_CONFIGURED')
    assert.match(refused.body().message, /table.*fields/)
  })

  test('tell every fault of a plan', async ({ client, assert }) => {
    const operator = await makeOperator()
    const plan = { name: 'book', fields: [{ name: 'order', type: 'string' }] }
    const checked = await client.post(`${base}/plans/validate`).json({ plan }).loginAs(operator)
    checked.assertStatus(200)
    assert.isFalse(checked.body().data.valid)
    assert.equal(checked.body().data.errors[0].field, 'fields.0.name')
    ;(await client.post(`${base}/preview`).json({ plan }).loginAs(operator)).assertStatus(422)
    ;(await client.post(`${base}/preview`).json({}).loginAs(operator)).assertStatus(422)
    ;(await client.post(`${base}/modules`).json({ plan }).loginAs(operator)).assertStatus(422)
  })

  test('publish the schemas of plans and pages', async ({ client, assert }) => {
    const operator = await makeOperator()
    const schemas = await client.get(`${base}/plans/schema`).loginAs(operator)
    assert.properties(schemas.body().data, ['plan', 'page'])
  })

  test('give a zip of a module', async ({ client, assert }) => {
    const operator = await makeOperator()
    const plan = { name: 'book', fields: [{ name: 'title', type: 'string', required: true }] }
    const zip = await client.post(`${base}/download`).json({ plan }).loginAs(operator)
    zip.assertStatus(200)
    assert.equal(zip.header('content-type'), 'application/zip')
  })

  test('refuse whoever does not hold the permission', async ({ client }) => {
    const operator = await makeOperator()
    gate.tell(operator.id, null)
    ;(await client.get(`${base}/modules`)).assertStatus(401)
    ;(await client.get(`${base}/modules`).loginAs(operator)).assertStatus(403)
    ;(await client.post(`${base}/plans/draft`).json({}).loginAs(operator)).assertStatus(403)
  })
})
