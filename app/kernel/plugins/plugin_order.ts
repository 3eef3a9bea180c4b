import { Exception } from '@adonisjs/core/exceptions'
import type { PluginManifest } from './define_plugin.js'

/** What the application's own migrations are recorded as, in the place of a plugin. */
export const APPLICATION = 'app'

export class E_PLUGIN_LIST extends Exception {
  static code = 'E_PLUGIN_LIST'
  static status = 500
  readonly remedied = true
}

/**
 * Refuses a list that contains a plugin twice, before one that it requires, or named as the application.
 *
 * @throws E_PLUGIN_LIST with one sentence: the plugin, the fault, the remedy
 */
export function assertBootOrder(plugins: readonly PluginManifest[]): void {
  const mounted = new Set<string>()

  for (const plugin of plugins) {
    if (plugin.name === APPLICATION) {
      throw new E_PLUGIN_LIST(
        `A plugin may not be named "${APPLICATION}", as migrations of the application are recorded by that name; name it otherwise.`
      )
    }

    if (mounted.has(plugin.name)) {
      throw new E_PLUGIN_LIST(
        `Plugin "${plugin.name}" is listed twice; remove one of its entries from config/plugins.ts.`
      )
    }

    const missing = plugin.requires?.find((required) => !mounted.has(required.name))
    if (missing) {
      throw new E_PLUGIN_LIST(
        `Plugin "${plugin.name}" requires "${missing.name}", which is not mounted before it; list "${missing.name}" above "${plugin.name}" in config/plugins.ts.`
      )
    }

    mounted.add(plugin.name)
  }
}
