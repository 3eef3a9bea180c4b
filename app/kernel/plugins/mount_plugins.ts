import type { PresetFn } from '@adonisjs/core/types/app'
import type { PluginManifest } from './define_plugin.js'
import { assertDeclaredOnce } from './declared_once.js'
import { assertPagesDescribed } from './described_pages.js'
import { assertBootOrder } from './plugin_order.js'
import { pluginPath } from './plugin_files.js'
import { loaded, withDefault } from './plugin_parts.js'

const SERVING = ['web', 'test', 'console', 'repl'] as const

/**
 * The preset that puts the kernel and the plugins into the application: providers, routes, listeners and commands, in the
 * order of the list.
 *
 * @throws E_PLUGIN_LIST when the list contains what cannot be mounted, or not in this order, or a page with a fault
 */
export function mountPlugins(plugins: readonly PluginManifest[]): PresetFn {
  assertBootOrder(plugins)
  assertDeclaredOnce(plugins)
  assertPagesDescribed(plugins)

  return ({ rcFile }) => {
    rcFile.commands.push(() => import('./commands/loader.js'))
    const kernel = () => import('./kernel_provider.js')
    rcFile.providers.push({ file: kernel, environment: [...SERVING] })
    const routesOf = routesInTurn()
    for (const plugin of plugins) {
      if (plugin.provider)
        rcFile.providers.push({ file: providerOf(plugin), environment: [...SERVING] })
      if (plugin.listeners)
        rcFile.preloads.push({ file: listenersOf(plugin), environment: [...SERVING] })
      if (plugin.routes) rcFile.preloads.push({ file: routesOf(plugin), environment: [...SERVING] })
      if (plugin.commands) rcFile.commands.push(commandsOf(plugin, plugin.commands))
    }
  }
}

function providerOf(plugin: PluginManifest) {
  return () => loaded(plugin, 'provider', plugin.provider!().then(withDefault))
}

function listenersOf(plugin: PluginManifest) {
  return () => loaded(plugin, 'listeners', plugin.listeners!())
}

/** All load at once; each is drawn after those above it in the list, so that their order is always the same. */
function routesInTurn() {
  let previous: Promise<void> = Promise.resolve()
  return (plugin: PluginManifest) => () => {
    const turn = previous
    const drawing = loadRoutes(plugin).then(async (draw) => {
      await turn
      draw()
    })
    previous = loaded(plugin, 'routes', drawing)
    return previous
  }
}

async function loadRoutes(plugin: PluginManifest): Promise<() => void> {
  const { default: router } = await import('@adonisjs/core/services/router')
  const { collectRoutes } = await import('#kernel/http/main')
  const { default: draw } = withDefault(await plugin.routes!())
  return () => collectRoutes(plugin.name, router, draw)
}

function commandsOf(plugin: PluginManifest, folder: string) {
  return async () => {
    const { FsLoader } = await import('@adonisjs/core/ace')
    return new FsLoader(pluginPath(plugin, folder))
  }
}
