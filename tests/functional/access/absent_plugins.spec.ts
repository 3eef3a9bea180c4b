import db from '@adonisjs/lucid/services/db'
import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import { Menu } from '#plugins/access/main'
import { administrator } from './support/caller.js'
import { holder, makeMenu, makeRole, makeUser } from './support/organisation.js'
import { ShopPlugin } from './support/shop_plugin.js'

const ROLES = ['show', 'update', 'menus'].map((verb) => `system:role:${verb}`)
const info = '/app/auth/user/info'

async function mountedShop() {
  const plugin = new ShopPlugin()
  await plugin.mount()
  return { plugin, ...(await plugin.rows()) }
}

const grantsOf = (menus: readonly { id: number }[]) =>
  db
    .from('role_menus')
    .whereIn(
      'menu_id',
      menus.map(({ id }) => id)
    )
    .orderBy(['role_id', 'menu_id'])

test.group('Access | menus of a plugin that is not mounted', () => {
  test('keep ids, grants and edits while it is away, and give them back with it', async ({
    client,
    assert,
  }) => {
    const { plugin, directory, orders, create } = await mountedShop()
    const { list } = plugin.permissions
    const { caller } = await holder(client, [], { menuIds: [orders.id, create.id] })
    await orders.merge({ title: 'My orders', sort: 7 }).save()
    const mine = await makeMenu({ parentId: directory.id })
    const kept = async () => [
      (await Menu.query().where('plugin', plugin.prefix).orderBy('id')).map((row) => row.toJSON()),
      await grantsOf([directory, orders, create]),
      (await mine.refresh()).parentId,
    ]
    const before = await kept()
    assert.include((await caller.must(caller.get(info))).permissions, list.code)

    await plugin.unmount()
    assert.deepEqual(await kept(), before)
    assert.notInclude((await caller.must(caller.get(info))).permissions, list.code)
    assert.deepEqual((await caller.must(caller.get(info))).menus, [])

    await plugin.mount()
    assert.deepEqual(await kept(), before)
    assert.include((await caller.must(caller.get(info))).permissions, list.code)
    await plugin.unmount()
  })

  test('show none of its rows to who administers menus and roles, and lose no grant to them', async ({
    client,
    assert,
  }) => {
    const { plugin, orders, create } = await mountedShop()
    const role = await makeRole({ permissions: ['system:user:list'], menuIds: [orders.id] })
    const admin = await administrator(client)
    await plugin.unmount()

    const listed = await admin.must(admin.get(`menus?keyword=${plugin.prefix}`))
    assert.equal(listed.total, 0)
    ;(await admin.get(`menus/${orders.id}`)).assertStatus(404)
    ;(await admin.put(`menus/${orders.id}`, { title: 'x' })).assertStatus(404)
    ;(await admin.delete(`menus/${orders.id}`)).assertStatus(404)
    ;(await admin.put(`roles/${role.id}/menus`, { menuIds: [orders.id] })).assertStatus(404)
    const beneath = { type: 'menu', title: 'x', parentId: orders.id }
    ;(await admin.post('menus', beneath)).assertStatus(404)
    const exported = await admin.get(`menus/export?keyword=${plugin.prefix}`)
    assert.notInclude(exported.text(), plugin.prefix)

    const shown = await admin.must(admin.get(`roles/${role.id}`))
    assert.notInclude(shown.menuIds, orders.id)
    await admin.must(admin.put(`roles/${role.id}/menus`, { menuIds: [] }))
    assert.lengthOf(await grantsOf([orders]), 1)

    await plugin.mount()
    const again = await admin.must(admin.get(`roles/${role.id}`))
    assert.deepEqual(again.menuIds, [orders.id])
    assert.notInclude(again.menuIds, create.id)
    await plugin.unmount()
  })

  test('let grants that sleep be handed out by who has them, and by nobody else', async ({
    client,
  }) => {
    const { plugin, orders } = await mountedShop()
    const permissions = [...ROLES, 'system:user:roles', 'system:user:list']
    const sleeping = await makeRole({ menuIds: [orders.id] })
    const [with_, without] = [
      await holder(client, permissions, { menuIds: [orders.id] }),
      await holder(client, permissions),
    ]
    const target = await makeUser()
    await plugin.unmount()

    const body = { roleIds: [sleeping.id] }
    ;(await without.caller.put(`users/${target.id}/roles`, body)).assertStatus(403)
    ;(await without.caller.put(`roles/${sleeping.id}`, { name: 'x' })).assertStatus(403)
    ;(await with_.caller.put(`users/${target.id}/roles`, body)).assertStatus(200)
    ;(await with_.caller.put(`roles/${sleeping.id}`, { name: 'x' })).assertStatus(200)
  })
})

test.group('Access | removing a plugin', () => {
  const remove = (name: string) => ace.exec('plugin:remove', [name, '--force'])

  test('delete its menus and grants, mounted or not', async ({ assert }) => {
    for (const away of [false, true]) {
      const { plugin, directory, orders, create } = await mountedShop()
      await makeRole({ menuIds: [orders.id, create.id] })
      const mine = await makeMenu({ parentId: directory.id })
      if (away) await plugin.unmount()

      const command = await remove(plugin.prefix)
      assert.equal(command.exitCode, 0)
      assert.isEmpty(await Menu.query().where('plugin', plugin.prefix))
      assert.isEmpty(await grantsOf([directory, orders, create]))
      assert.isNull((await mine.refresh()).parentId)
      await plugin.unmount()
    }
  })

  test('refuse a name that no plugin has or had', async ({ assert }) => {
    assert.equal((await remove('never-heard-of')).exitCode, 1)
  })
})
