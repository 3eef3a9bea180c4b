import { fileURLToPath } from 'node:url'
import { Exception } from '@adonisjs/core/exceptions'
import satisfies from 'semver/functions/satisfies.js'
import { CHANCERY_VERSION } from '#kernel/boot/main'
import type { PluginManifest } from './define_plugin.js'

/** What the application's own migrations are recorded as, in the place of a plugin. */
export const APPLICATION = 'app'

export class E_PLUGIN_LIST extends Exception {
  static code = 'E_PLUGIN_LIST'
  static status = 500
  readonly remedied = true
}

type Mounted = ReadonlyMap<string, PluginManifest>

/**
 * Refuses a list that contains something other than manifests, a plugin twice, before one that it requires, named as the
 * application, or for another version of Chancery.
 *
 * @throws E_PLUGIN_LIST with one sentence: the plugin, the fault, the remedy
 */
export function assertBootOrder(plugins: readonly PluginManifest[]): void {
  const mounted = new Map<string, PluginManifest>()

  for (const [index, plugin] of plugins.entries()) {
    const fault = isManifest(plugin)
      ? faultOf(plugin, mounted)
      : `Entry ${index + 1} of config/plugins.ts is no plugin; import the default export of the module that calls definePlugin.`
    if (fault) throw new E_PLUGIN_LIST(fault)
    mounted.set(plugin.name, plugin)
  }
}

/** Whether a module exported it with `definePlugin`, rather than nothing or something else. */
export function isManifest(value: unknown): value is PluginManifest {
  const { name, from } = (value ?? {}) as Partial<PluginManifest>
  return typeof name === 'string' && typeof from === 'string'
}

function faultOf(plugin: PluginManifest, mounted: Mounted): string | null {
  return (
    reservedName(plugin) ??
    listedTwice(plugin, mounted) ??
    missing(plugin, mounted) ??
    otherVersion(plugin)
  )
}

function reservedName({ name }: PluginManifest): string | null {
  if (name !== APPLICATION) return null
  return `A plugin may not be named "${APPLICATION}", as migrations of the application are recorded by that name; name it otherwise.`
}

function listedTwice({ name, from }: PluginManifest, mounted: Mounted): string | null {
  const other = mounted.get(name)
  if (!other) return null
  const places = from === other.from ? '' : `, from ${pathOf(other.from)} and from ${pathOf(from)}`
  return `Plugin "${name}" is listed twice${places}; remove one of its entries from config/plugins.ts.`
}

function missing({ name, requires = [] }: PluginManifest, mounted: Mounted): string | null {
  if (!requires.every(isManifest))
    return `Plugin "${name}" requires something that is no plugin; import the default exports of their manifests in its own.`
  const required = requires.find((one) => !mounted.has(one.name))
  if (!required) return null
  return `Plugin "${name}" requires "${required.name}", which is not mounted before it; list "${required.name}" above "${name}" in config/plugins.ts.`
}

function otherVersion({ name, chancery }: PluginManifest): string | null {
  if (!chancery || satisfies(CHANCERY_VERSION, chancery, { includePrerelease: true })) return null
  return `Plugin "${name}" works with Chancery ${chancery}, and this is ${CHANCERY_VERSION}; install another version of the plugin or of Chancery.`
}

function pathOf(from: string): string {
  return from.startsWith('file:') ? fileURLToPath(from) : from
}
