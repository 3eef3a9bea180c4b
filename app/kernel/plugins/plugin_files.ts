import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Exception } from '@adonisjs/core/exceptions'
import type { ApplicationService } from '@adonisjs/core/types'
import type { PluginManifest } from './define_plugin.js'
import { isManifest } from './plugin_order.js'

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

export class E_NO_MANIFEST extends Exception {
  static code = 'E_NO_MANIFEST'
  static status = 500
  readonly remedied = true
}

/**
 * The manifest that a module exports by default.
 *
 * @param module as the application would import it: of a package, or a path that begins with `./` or `/`
 * @throws E_NO_MANIFEST where it cannot be imported, or is of another plugin
 */
export async function importedManifest(
  app: ApplicationService,
  module: string,
  name: string
): Promise<PluginManifest> {
  const { default: manifest } = await imported(app, module)
  if (isManifest(manifest) && manifest.name === name) return manifest
  throw new E_NO_MANIFEST(
    `The default export of ${module} is not the manifest of "${name}"; name the module whose default export it is`
  )
}

async function imported(app: ApplicationService, module: string): Promise<{ default?: unknown }> {
  try {
    return await app.import(module)
  } catch (error) {
    throw new E_NO_MANIFEST(
      `${module} cannot be imported (${(error as Error).message}); install the package, or correct --from`,
      { cause: error }
    )
  }
}
