import { setTimeout } from 'node:timers/promises'
import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import { collectRoutes, assertRoutesDeclared } from '#kernel/http/main'
import { definePermissions } from '#kernel/permissions/main'
import { definePlugin, mountPlugins } from '#kernel/plugins/main'

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
    const preloads: { file: () => Promise<unknown> }[] = []
    mountPlugins([drawing('slow', 20), drawing('quick', 0)])({ rcFile: { preloads } } as never)

    await Promise.all(preloads.map(({ file }) => file()))
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
