import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PluginManifest } from './define_plugin.js'

/** Absolute path of something that lies beside a plugin's manifest. */
export function pluginPath(plugin: PluginManifest, relative: string): string {
  return fileURLToPath(new URL(relative, plugin.from))
}

/** Folders of the given name, in boot order, of those plugins that have one. */
export function pluginFolders(plugins: readonly PluginManifest[], relative: string): string[] {
  return plugins
    .map((plugin) => pluginPath(plugin, relative))
    .filter((folder) => existsSync(folder))
}
