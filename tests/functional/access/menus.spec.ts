import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { definePermissions, type MenuSeed } from '#kernel/permissions/main'
import { definePlugin, type PluginManifest } from '#kernel/plugins/main'
import { Menu } from '#plugins/access/main'
import { SynchroniseMenus } from '../../../app/plugins/access/actions/synchronise_menus.js'
import { freshName } from '../../helpers/accounts.js'
import { administrator } from './support/caller.js'
import { holder, makeMenu, menusCarrying } from './support/organisation.js'

test.group('Access | menus', () => {
  test('create, show, change, list and delete one', async ({ client, assert }) => {
    const admin = await administrator(client)
    const name = freshName('menu')
    const made = await admin.must(
      admin.post('menus', {
        type: 'menu',
        name,
        title: 'Reports',
        permission: 'report:sales:list',
        path: '/reports',
        component: 'reports/index',
        icon: 'chart',
        sort: 7,
        keepAlive: true,
      })
    )
    assert.containSubset(made, {
      parentId: null,
      permission: 'report:sales:list',
      keepAlive: true,
      visible: true,
      status: 'enabled',
      plugin: null,
    })
    const changed = await admin.must(
      admin.put(`menus/${made.id}`, { visible: false, updatedAt: made.updatedAt })
    )
    assert.containSubset(changed, { name, title: 'Reports', visible: false })
    ;(await admin.put(`menus/${made.id}`, { sort: 1, updatedAt: made.updatedAt })).assertStatus(409)
    const listed = await admin.must(admin.get(`menus?keyword=${name}&type=menu&sort=-title`))
    assert.containSubset(listed, { total: 1, items: [changed] })
    await admin.must(admin.delete(`menus/${made.id}`))
    ;(await admin.get(`menus/${made.id}`)).assertStatus(404)
  })

  test('answer all of them as a tree', async ({ client, assert }) => {
    const admin = await administrator(client)
    const tree = await admin.must(admin.get('menus?tree=true'))
    const system = tree.find(({ name }: Menu) => name === 'system')
    const users = system.children.find(({ name }: Menu) => name === 'system.users')
    assert.include(
      users.children.map(({ permission }: Menu) => permission),
      'system:user:create'
    )
  })

  test('refuse places where a menu cannot stand', async ({ client }) => {
    const admin = await administrator(client)
    const directory = await makeMenu({ type: 'directory' })
    const menu = await makeMenu({ parentId: directory.id })
    const button = await makeMenu({ type: 'button', parentId: menu.id })
    const put = (id: number, body: object) => admin.put(`menus/${id}`, body)

    ;(await put(menu.id, { parentId: menu.id })).assertStatus(409)
    ;(await put(directory.id, { parentId: directory.id })).assertStatus(409)
    ;(await put(directory.id, { parentId: menu.id })).assertStatus(409)
    ;(await put(menu.id, { parentId: button.id })).assertStatus(409)
    ;(await put(menu.id, { type: 'button' })).assertStatus(409)
    const beneath = { type: 'menu', title: 'x', parentId: button.id }
    ;(await admin.post('menus', beneath)).assertStatus(422)
    ;(await admin.delete(`menus/${menu.id}`)).assertStatus(409)
    await admin.must(admin.delete(`menus/${button.id}`))
    await admin.must(admin.delete(`menus/${menu.id}`))
  })

  test('hold a tree 50 deep, and refuse one beyond 100', async ({ client, assert }) => {
    const admin = await administrator(client)
    const path: string[] = []
    let parentId: number | null = null
    let leaf: Menu | undefined
    for (let depth = 1; depth <= 100; depth++) {
      if (depth === 50) leaf = await makeMenu({ parentId })
      const directory: Menu = await makeMenu({ type: 'directory', parentId })
      parentId = directory.id
      if (depth < 50) path.push(directory.name)
    }
    const beneath = { type: 'menu', title: 'Too deep', parentId }
    ;(await admin.post('menus', beneath)).assertStatus(409)

    const { caller } = await holder(client, [], { menuIds: [leaf!.id] })
    const { menus } = await caller.must(caller.get('/app/auth/user/info'))
    const shown: string[] = []
    for (let [menu] = menus; menu; [menu] = menu.children) shown.push(menu.name)
    assert.deepEqual(shown, [...path, leaf!.name])
  })

  test('answer 409 for a name that is taken', async ({ client }) => {
    const admin = await administrator(client)
    const menu = await makeMenu()
    const again = { type: 'menu', title: 'x', name: menu.name }
    ;(await admin.post('menus', again)).assertStatus(409)
  })

  test('let looks of a plugin’s row be changed, but neither what it is nor that it is', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const [id] = await menusCarrying(['system:user:list'])
    const menu = await admin.must(admin.get(`menus/${id}`))
    for (const change of [
      { permission: null },
      { permission: 'other:one:list' },
      { name: 'other' },
      { type: 'directory', permission: null },
    ])
      (await admin.put(`menus/${id}`, change)).assertStatus(409)
    ;(await admin.delete(`menus/${id}`)).assertStatus(409)
    const changed = await admin.must(admin.put(`menus/${id}`, { title: 'People', sort: 3 }))
    assert.containSubset(changed, { title: 'People', sort: 3 })
    await admin.must(admin.put(`menus/${id}`, { title: menu.title, sort: menu.sort }))
  })
})

const pluginWith = (name: string, menus: readonly MenuSeed[]): PluginManifest =>
  definePlugin({ name, description: 'For a test', from: import.meta.url, menus })

test.group('Access | menus of plugins', (group) => {
  const mounted = () => app.config.get<readonly PluginManifest[]>('plugins')
  const synchronise = async (...more: PluginManifest[]) => {
    const action = await app.container.make(SynchroniseMenus)
    await action.handle([...mounted(), ...more])
  }
  group.teardown(() => synchronise())

  function shop(title = 'Orders') {
    const prefix = freshName('shop')
    const { list } = definePermissions({ list: ['shop:order:list', 'List orders'] })
    const seeds = (orders: Partial<MenuSeed>, buttons: MenuSeed[] = []): MenuSeed[] => [
      {
        type: 'directory',
        name: prefix,
        title: 'Shop',
        children: [
          {
            type: 'menu',
            name: `${prefix}.orders`,
            title,
            permission: list,
            sort: 1,
            ...orders,
            children: buttons,
          },
        ],
      },
    ]
    return { prefix, seeds, orders: () => Menu.findBy('name', `${prefix}.orders`) }
  }

  test('add rows once, however often the service starts', async ({ assert }) => {
    const { prefix, seeds, orders } = shop()
    await synchronise(pluginWith('shop', seeds({})))
    const [row, all] = [await orders(), (await Menu.all()).length]
    await synchronise(pluginWith('shop', seeds({})))

    assert.equal((await Menu.all()).length, all)
    assert.deepEqual((await orders())!.toJSON(), row!.toJSON())
    assert.equal(row!.permission, 'shop:order:list')
    assert.equal(row!.parentId, (await Menu.findBy('name', prefix))!.id)
  })

  test('follow the plugin where nobody changed the row, and leave what somebody did', async ({
    assert,
  }) => {
    const { seeds, orders } = shop()
    await synchronise(pluginWith('shop', seeds({})))
    await (await orders())!.merge({ title: 'My orders', status: 'disabled' }).save()
    await synchronise(pluginWith('shop', seeds({ title: 'All orders', sort: 9, icon: 'cart' })))

    const { title, status, sort, icon } = (await orders())!
    assert.deepEqual(
      { title, status, sort, icon },
      { title: 'My orders', status: 'disabled', sort: 9, icon: 'cart' }
    )
  })

  test('keep what the plugin no longer brings, for another node may', async ({ assert }) => {
    const { seeds, orders } = shop()
    await synchronise(pluginWith('shop', seeds({})))
    const [row, mine] = [await orders(), await makeMenu({ parentId: (await orders())!.id })]
    await synchronise()

    assert.deepEqual((await orders())!.toJSON(), row!.toJSON())
    assert.equal((await mine.refresh()).parentId, row!.id)
  })

  test('leave alone a row of an administrator that has the name already', async ({ assert }) => {
    const { prefix, seeds } = shop()
    const mine = await makeMenu({ name: prefix, title: 'Mine', type: 'directory' })
    await synchronise(pluginWith('shop', seeds({})))
    await mine.refresh()
    assert.deepEqual([mine.title, mine.plugin], ['Mine', null])
  })
})
