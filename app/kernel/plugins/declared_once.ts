import type { MenuSeed } from '#kernel/permissions/main'
import type { PluginManifest } from './define_plugin.js'
import { E_PLUGIN_LIST } from './plugin_order.js'

/**
 * Refuses a permission, a menu or a parameter that two plugins declare.
 *
 * @throws E_PLUGIN_LIST
 */
export function assertDeclaredOnce(plugins: readonly PluginManifest[]): void {
  assertOnce('permission', plugins, ({ permissions = {} }) =>
    Object.values(permissions).map(({ code }) => code)
  )
  assertOnce('menu', plugins, ({ menus = [] }) => menus.flatMap(menuNames))
  assertOnce('parameter', plugins, ({ parameters = {} }) =>
    Object.values(parameters).map(({ key }) => key)
  )
}

function assertOnce(
  what: string,
  plugins: readonly PluginManifest[],
  declaredBy: (plugin: PluginManifest) => string[]
): void {
  const owners = new Map<string, string>()
  for (const plugin of plugins) {
    for (const name of declaredBy(plugin)) {
      const owner = owners.get(name) ?? plugin.name
      if (owner !== plugin.name)
        throw new E_PLUGIN_LIST(
          `Plugins "${owner}" and "${plugin.name}" both declare the ${what} "${name}"; rename it in one of them, or mount only one.`
        )
      owners.set(name, owner)
    }
  }
}

/** Of the menu and all beneath it. */
export function menuNames({ name, children = [] }: MenuSeed): string[] {
  return [name, ...children.flatMap(menuNames)]
}
