import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Health } from '#kernel/health/main'
import { administrator } from './support/caller.js'
import { holder } from './support/organisation.js'

test.group('Access | what runs here', () => {
  test('list the plugins in boot order, and those whose tables are kept', async ({
    client,
    assert,
    cleanup,
  }) => {
    await db.table('adonis_schema').insert({ name: 'shop/0001_create_orders', batch: 1 })
    cleanup(async () => {
      await db.from('adonis_schema').where('name', 'shop/0001_create_orders').delete()
    })
    const admin = await administrator(client)
    const plugins = await admin.must(admin.get('plugins'))

    const names = plugins.map(({ name }: { name: string }) => name)
    assert.isBelow(names.indexOf('identity'), names.indexOf('access'))
    const access = plugins[names.indexOf('access')]
    assert.containSubset(access, { source: 'built-in', requires: ['identity'], mounted: true })
    assert.equal(access.version, (await admin.must(admin.get('health'))).version)
    assert.isAbove(access.routes, 20)
    assert.deepEqual(access.migrations, { ran: 7, pending: 0 })
    assert.deepEqual(plugins.at(-1), {
      name: 'shop',
      description: null,
      version: null,
      source: null,
      requires: [],
      routes: 0,
      permissions: 0,
      migrations: { ran: 1, pending: 0 },
      mounted: false,
    })
  })

  test('tell what is lost, to those who may know', async ({ client, assert }) => {
    const admin = await administrator(client)
    const well = await admin.must(admin.get('health'))
    assert.containSubset(well, { status: 'UP', database: { pendingMigrations: 0 } })
    assert.deepInclude(well.components[0], { name: 'the database', status: 'UP' })

    const health = await app.container.make(Health)
    let answers = false
    health.watch('the printer', { answers: async () => answers })
    const lost = await admin.must(admin.get('health'))
    answers = true
    assert.equal(lost.status, 'DOWN')
    assert.deepInclude(lost.components, {
      name: 'the printer',
      status: 'DOWN',
      sentence: 'The printer does not answer',
    })
    const { caller } = await holder(client, ['system:plugin:list'])
    ;(await caller.get('plugins')).assertStatus(200)
    ;(await caller.get('health')).assertStatus(403)
  })
})
