import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { Gate, definePermissions } from '#kernel/permissions/main'
import { definePlugin, type PluginManifest } from '#kernel/plugins/main'
import { operatorOf } from '#plugins/identity/main'
import { makeOperator } from '#tests/helpers/accounts'
import { openGate } from '#tests/helpers/open_gate'
import { CheckModulePlan } from '../../../app/plugins/module_generator/actions/check_module_plan.js'
import { tableNames } from '../../../app/plugins/module_generator/introspection/table_names.js'
import type { ModulePlan } from '../../../app/plugins/module_generator/main.js'
import { SynchroniseMenus } from '../../../app/plugins/access/actions/synchronise_menus.js'
import { makeMenu, makeRole, makeUser } from '../access/support/organisation.js'
import { base } from './stage.js'

const title = { name: 'title', type: 'string' as const }
const plugins = () => app.config.get<readonly PluginManifest[]>('plugins')
const TABLE = 'odd_accounts'

async function faultsOf(plan: ModulePlan): Promise<(readonly [string, string])[]> {
  const { faults } = await (await app.container.make(CheckModulePlan)).check(plan)
  return faults.map(({ field, message }) => [field, String(message)] as const)
}

test.group('Module generator | what belongs to others', (group) => {
  group.each.teardown(async () => {
    await db.connection().schema.dropTableIfExists(TABLE)
  })

  test('refuse a plan over any table that is there, for it is a plugin’s or the framework’s', async ({
    assert,
  }) => {
    const tables = await tableNames()
    assert.includeMembers(tables, ['users', 'user_roles', 'adonis_schema'])
    for (const name of tables.filter((one) => !one.startsWith('odd_'))) {
      const faults = await faultsOf({
        name: 'odd-thing',
        fields: [title],
        table: { name, existing: true },
      })
      assert.include(
        faults.map(([field]) => field),
        'table.name',
        name
      )
    }
  })

  test('refuse tables of others under whatever name and for whatever kind of field', async ({
    assert,
  }) => {
    for (const [plan, field] of [
      [{ table: { name: 'USERS', existing: true } }, 'table.name'],
      [{ table: { name: 'sqlite_master', existing: true } }, 'table.name'],
      [{ table: { name: 'pg_authid', existing: true } }, 'table.name'],
      [{ table: { name: 'roles' } }, 'table.name'],
      [{ name: 'refresh-token' }, 'name'],
      [
        { name: 'stored', fields: [title, { name: 'files', type: 'hasMany', fields: [title] }] },
        'fields.1.name',
      ],
    ] as const) {
      const faults = await faultsOf({ name: 'odd-thing', fields: [title], ...plan } as ModulePlan)
      assert.deepEqual(
        faults.map((fault) => fault[0]),
        [field]
      )
      assert.match(faults[0]![1], /belongs to/)
    }
  })

  test('refuse every permission code of every plugin', async ({ assert }) => {
    const codes = plugins().flatMap(({ permissions = {} }) => Object.values(permissions))
    const verbs = ['list', 'show', 'create', 'update', 'delete']
    const subjects = codes
      .map(({ code }) => code.split(':'))
      .filter((parts) => parts.length === 3 && verbs.includes(parts[2]!))
    assert.isAbove(subjects.length, 20)
    for (const [area, name] of subjects) {
      const faults = await faultsOf({ name: name!, fields: [title], permissions: { area } })
      assert.isNotEmpty(faults, `${area}:${name}`)
    }
    assert.deepInclude(
      await faultsOf({ name: 'template', fields: [title], permissions: { area: 'document' } }),
      [
        'permissions.area',
        'The permission "document:template:list" belongs to the plugin "documents"; choose another area or name',
      ]
    )
  })

  test('refuse a permission that somebody’s menu carries, and the menus of plugins', async ({
    assert,
    cleanup,
  }) => {
    const own = await makeMenu({ permission: 'app:odd-thing:delete' })
    cleanup(() => own.delete())
    const [[field, message]] = (await faultsOf({ name: 'odd-thing', fields: [title] })) as [
      [string, string],
    ]
    assert.equal(field, 'name')
    assert.match(message, /carries the permission "app:odd-thing:delete"/)

    const left = await makeMenu({ name: 'odd-other.list', plugin: 'gone' })
    cleanup(() => left.delete())
    const faults = await faultsOf({ name: 'odd-other', fields: [title] })
    assert.match(faults[0]![1], /menu "odd-other.list" belongs to the plugin "gone"/)
  })

  test('show no secret of a table that is there', async ({ assert, client, cleanup }) => {
    const gate = openGate()
    cleanup(gate.shut)
    await db.connection().schema.createTable(TABLE, (table) => {
      table.increments('id')
      for (const name of [
        'name',
        'password',
        'passwd_hash',
        'api_key',
        'resetToken',
        'client_secret',
      ])
        table.string(name)
      table.boolean('password_expired')
    })
    const drafted = await client
      .post(`${base}/plans/draft`)
      .json({ table: TABLE })
      .loginAs(await makeOperator())
    drafted.assertStatus(200)
    const { plan, warnings } = drafted.body().data
    assert.deepEqual(
      plan.fields.map(({ name }: { name: string }) => name),
      ['name', 'passwordExpired']
    )
    assert.lengthOf(
      warnings.filter((one: string) => one.includes('holds a secret')),
      5
    )

    const bold = {
      ...plan,
      fields: [...plan.fields, { name: 'word', type: 'string', column: 'password' }],
    }
    assert.deepEqual(
      (await faultsOf(bold)).map(([field]) => field),
      ['fields.2.column']
    )
  })

  test('grant whoever makes modules nothing of the module', async ({ assert, cleanup }) => {
    const author = operatorOf(
      await makeUser([await makeRole({ permissions: ['ai:module-generator'] })])
    )
    const permissions = definePermissions({ list: ['app:odd-thing:list', 'List odd things'] })
    const menu = {
      type: 'menu' as const,
      name: 'odd-thing',
      title: 'Odd',
      permission: permissions.list,
    }
    const manifest = definePlugin({
      name: 'odd_thing',
      description: 'Odd things',
      from: import.meta.url,
      permissions,
      menus: [menu],
    })
    const before = plugins()
    const synchronise = await app.container.make(SynchroniseMenus)
    app.config.set('plugins', [...before, manifest])
    cleanup(async () => {
      app.config.set('plugins', before)
      await db.from('menus').where('name', 'odd-thing').delete()
      await synchronise.handle(before)
    })
    await synchronise.handle([...before, manifest])

    const gate = await app.container.make(Gate)
    assert.isNotNull(await gate.grantOf(author, 'ai:module-generator'))
    assert.isNull(await gate.grantOf(author, 'app:odd-thing:list'))
  })
})
