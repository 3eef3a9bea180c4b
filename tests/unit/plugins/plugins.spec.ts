import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import type { Route, Router } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import { collectRoutes, assertRoutesDeclared } from '#kernel/http/main'
import { definePermissions, type MenuSeed } from '#kernel/permissions/main'
import { definePlugin, mountPlugins, type PluginManifest } from '#kernel/plugins/main'
import project from '../../../package.json' with { type: 'json' }

const plugin = (name: string, ...requires: ReturnType<typeof definePlugin>[]) =>
  definePlugin({ name, description: name, from: import.meta.url, requires })

test.group('Plugins | mounting', () => {
  test('take plugins that stand below those they require', ({ assert }) => {
    const base = plugin('base')
    assert.doesNotThrow(() => mountPlugins([base, plugin('top', base)]))
  })

  test('refuse a plugin above one that it requires, and name the remedy', ({ assert }) => {
    const base = plugin('base')
    assert.throws(
      () => mountPlugins([plugin('top', base), base]),
      'Plugin "top" requires "base", which is not mounted before it; list "base" above "top" in config/plugins.ts.'
    )
  })

  test('refuse a plugin without one that it requires', ({ assert }) => {
    assert.throws(() => mountPlugins([plugin('top', plugin('base'))]), /requires "base"/)
  })

  test('refuse a plugin that stands twice', ({ assert }) => {
    const base = plugin('base')
    assert.throws(
      () => mountPlugins([base, base]),
      'Plugin "base" is listed twice; remove one of its entries from config/plugins.ts.'
    )
  })

  test('refuse two plugins of one name, and say where each lies', ({ assert }) => {
    const from = 'file:///packages/base/plugin.js'
    assert.throws(
      () => mountPlugins([plugin('base'), { ...plugin('base'), from }]),
      `Plugin "base" is listed twice, from ${fileURLToPath(import.meta.url)} and from /packages/base/plugin.js; remove one of its entries from config/plugins.ts.`
    )
  })

  test('refuse what is no manifest', ({ assert }) => {
    const others = [undefined, { default: plugin('base') }, () => plugin('base')]
    for (const other of others) {
      assert.throws(
        () => mountPlugins([plugin('first'), other as never]),
        'Entry 2 of config/plugins.ts is no plugin; import the default export of the module that calls definePlugin.'
      )
      assert.throws(
        () => mountPlugins([plugin('top', other as never)]),
        /^Plugin "top" requires something that is no plugin; import/
      )
    }
  })

  test('refuse a plugin for another version of Chancery', ({ assert }) => {
    const { version } = project
    assert.doesNotThrow(() => mountPlugins([{ ...plugin('base'), chancery: `^${version}` }]))
    assert.throws(
      () => mountPlugins([{ ...plugin('base'), chancery: '^99.0.0' }]),
      `Plugin "base" works with Chancery ^99.0.0, and this is ${version}; install another version of the plugin or of Chancery.`
    )
  })

  test('refuse a permission and a menu that another plugin declares', ({ assert }) => {
    const permissions = definePermissions({ list: ['shop:order:list', 'List orders'] })
    const child = { type: 'menu', name: 'shop.orders', title: 'Orders' } as const
    const menus: MenuSeed[] = [
      { type: 'directory', name: 'shop', title: 'Shop', children: [child] },
    ]
    const [shop, stock] = [plugin('shop'), plugin('stock')]
    assert.throws(
      () =>
        mountPlugins([
          { ...shop, permissions },
          { ...stock, permissions },
        ]),
      'Plugins "shop" and "stock" both declare the permission "shop:order:list"; rename it in one of them, or mount only one.'
    )
    assert.throws(
      () =>
        mountPlugins([
          { ...shop, menus },
          { ...stock, menus: [child] },
        ]),
      /^Plugins "shop" and "stock" both declare the menu "shop.orders";/
    )
  })

  test('refuse a plugin with the name that migrations of the application have', ({ assert }) => {
    assert.throws(() => mountPlugins([plugin('app')]), /may not be named "app"/)
  })

  test('refuse a permission that does not read area:subject:verb', ({ assert }) => {
    assert.throws(
      () => definePermissions({ bad: ['System User', 'x'] }),
      /must read area:subject:verb/
    )
  })
})

/** What the framework loads of these plugins. */
function parts(...plugins: PluginManifest[]) {
  type Part = { file: () => Promise<unknown> }
  const rcFile = { commands: [], providers: [] as Part[], preloads: [] as Part[] }
  mountPlugins(plugins)({ rcFile } as never)
  const [, ...providers] = rcFile.providers
  return [...providers, ...rcFile.preloads].map(({ file }) => file)
}

test.group('Plugins | parts', () => {
  const broken = () => Promise.reject(new TypeError('x is not a function'))
  for (const part of ['provider', 'routes', 'listeners'] as const)
    test(`name the plugin whose ${part} cannot be imported`, async ({ assert }) => {
      const [load] = parts({ ...plugin('shop'), [part]: broken })
      const told = `The ${part} of plugin "shop" cannot be loaded \\(x is not a function at .*plugins.spec.ts:\\d+\\); correct the plugin`
      await assert.rejects(load!, new RegExp(told))
    })

  test('name the plugin whose provider or routes export nothing', async ({ assert }) => {
    const empty = async () => ({}) as never
    for (const load of parts({ ...plugin('shop'), provider: empty, routes: empty }))
      await assert.rejects(load, /of plugin "shop" .* has no default export/)
  })

  test('name both plugins that draw the same route', async ({ assert }) => {
    const drawing = (name: string, draw: (drawn: Router) => Route) => {
      const routes = async () => ({ default: (drawn: Router) => void made.push(draw(drawn)) })
      return { ...plugin(name), routes }
    }
    const made: Route[] = []
    const grouped = drawing('shop', (drawn) => {
      drawn.group(() => made.push(drawn.get('/:id', () => null))).prefix('/twice')
      return made[0]!
    })
    const plain = drawing('stock', (drawn) => drawn.get('/twice/:id', () => null))
    const [first, second] = parts(grouped, plain)
    await first!()
    await assert.rejects(
      second!,
      'Plugins "shop" and "stock" both draw the route GET /twice/:id; change its pattern in one of them, or mount only one.'
    )
    for (const route of made) route.markAsDeleted()
  })
})

test.group('Plugins | routes', () => {
  test('draw routes in the order of the list, however long each takes to load', async ({
    assert,
  }) => {
    const drawn: string[] = []
    const drawing = (name: string, afterMs: number) =>
      definePlugin({
        ...plugin(name),
        routes: async () => {
          await setTimeout(afterMs)
          return { default: () => void drawn.push(name) }
        },
      })
    await Promise.all(parts(drawing('slow', 20), drawing('quick', 0)).map((load) => load()))
    assert.deepEqual(drawn, ['slow', 'quick'])
  })

  test('refuse a route that declares nobody who may call it, naming plugin, route and remedy', ({
    assert,
  }) => {
    const drawn: Parameters<typeof assertRoutesDeclared>[0][number][] = []
    collectRoutes('shop', router, (drawing) => {
      const route = drawing.get('/orders', () => null)
      drawn.push(route.toJSON())
      route.markAsDeleted()
    })
    assert.throws(
      () => assertRoutesDeclared(drawn),
      /Route GET \/orders of plugin "shop" declares nobody who may call it; add \.permission/
    )
  })

  test('refuse a route that declares twice who may call it', ({ assert }) => {
    const { list, drop } = definePermissions({
      list: ['shop:order:list', 'List orders'],
      drop: ['shop:order:drop', 'Drop orders'],
    })
    const route = router.get('/orders', () => null).permission(list)
    route.markAsDeleted()
    assert.throws(
      () => route.permission(drop),
      /Route \/orders declares twice who may call it; keep one of/
    )
  })
})
