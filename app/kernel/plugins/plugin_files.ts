import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PluginManifest } from './define_plugin.js'

const NAME = /^[a-z][\w-]*$/

/** Absolute path of a file or folder, relative to a plugin's manifest. */
export function pluginPath(plugin: PluginManifest, relative: string): string {
  return fileURLToPath(new URL(relative, plugin.from))
}

/** Folders of the given name, in boot order, of those plugins that have one. */
export function pluginFolders(plugins: readonly PluginManifest[], relative: string): string[] {
  return plugins
    .map((plugin) => pluginPath(plugin, relative))
    .filter((folder) => existsSync(folder))
}

/** The manifest in a folder of plugins, mounted or not; `null` where there is none of that name. */
export async function manifestLyingHere(
  folder: string,
  name: string
): Promise<PluginManifest | null> {
  const candidates = NAME.test(name) ? ['plugin.ts', 'plugin.js'] : []
  const file = candidates.map((one) => join(folder, name, one)).find((one) => existsSync(one))
  if (!file) return null
  const { default: manifest } = (await import(pathToFileURL(file).href)) as {
    default: PluginManifest
  }
  return manifest
}
