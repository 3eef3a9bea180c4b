import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Router } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import { CHANCERY_VERSION } from '#kernel/boot/main'
import { declarationOf } from '#kernel/http/main'
import type { PluginManifest } from './define_plugin.js'
import { migrationsOf, ranMigrations } from './plugin_migrations.js'
import { APPLICATION } from './plugin_order.js'

/** `built-in`: beside Chancery's own plugins; `application`: in the application's folder; `package`: installed. */
export const PLUGIN_SOURCES = ['built-in', 'application', 'package'] as const
export type PluginSource = (typeof PLUGIN_SOURCES)[number]

export interface PluginDescription {
  name: string
  /** `null` where the plugin is not mounted */
  description: string | null
  /** Of Chancery, the application or the package that it comes with; `null` where that is not known. */
  version: string | null
  /** `null` where the plugin is not mounted */
  source: PluginSource | null
  /** names */
  requires: string[]
  routes: number
  permissions: number
  migrations: { ran: number; pending: number }
  /** `false`: its tables are in the database, but this node does not run it. */
  mounted: boolean
}

const BUILT_IN = fileURLToPath(new URL('../../plugins/', import.meta.url))

/** The plugins that are mounted, in boot order, then those whose tables the database has besides, by name. */
export async function describePlugins(app: ApplicationService): Promise<PluginDescription[]> {
  const plugins = app.config.get<readonly PluginManifest[]>('plugins')
  const routes = routesByPlugin(await app.container.make('router'))
  const ran = [...(await ranMigrations(await app.container.make('lucid.db')))]
  const ranOf = (plugin: string) => ran.filter((name) => ownerOf(name) === plugin)

  const mounted = plugins.map((plugin) => ({
    ...declaredBy(app, plugin),
    routes: routes.get(plugin.name) ?? 0,
    migrations: migrationCounts(plugin, ranOf(plugin.name)),
  }))
  const known = new Set([APPLICATION, ...plugins.map(({ name }) => name)])
  const others = [...new Set(ran.map(ownerOf))].filter((name) => !known.has(name)).sort()
  return [...mounted, ...others.map((name) => unmounted(name, ranOf(name).length))]
}

/** How many routes each plugin draws, by its name; once all are drawn. */
export function routesByPlugin(router: Router): Map<string, number> {
  const counts = new Map<string, number>()
  for (const route of Object.values(router.toJSON()).flat()) {
    const plugin = declarationOf(route)?.plugin
    if (plugin) counts.set(plugin, (counts.get(plugin) ?? 0) + 1)
  }
  return counts
}

function declaredBy(app: ApplicationService, plugin: PluginManifest) {
  const source = sourceOf(app, plugin)
  return {
    name: plugin.name,
    description: plugin.description,
    version: source === 'built-in' ? CHANCERY_VERSION : versionOf(plugin),
    source,
    requires: plugin.requires?.map(({ name }) => name) ?? [],
    permissions: Object.keys(plugin.permissions ?? {}).length,
    mounted: true,
  }
}

function unmounted(name: string, ran: number): PluginDescription {
  const nothing = { description: null, version: null, source: null, requires: [] }
  const counts = { routes: 0, permissions: 0, migrations: { ran, pending: 0 } }
  return { name, ...nothing, ...counts, mounted: false }
}

function migrationCounts(plugin: PluginManifest, ran: readonly string[]) {
  const pending = migrationsOf(plugin).filter(({ name }) => !ran.includes(name))
  return { ran: ran.length, pending: pending.length }
}

function sourceOf(app: ApplicationService, { from }: PluginManifest): PluginSource {
  const file = fileURLToPath(from)
  if (file.startsWith(BUILT_IN)) return 'built-in'
  const [first, ...rest] = relative(fileURLToPath(app.appRoot), file).split(sep)
  return first === '..' || [first, ...rest].includes('node_modules') ? 'package' : 'application'
}

/** As the next `package.json` above the manifest says. */
function versionOf({ from }: PluginManifest): string | null {
  const file = findPackageJSON(from)
  if (!file) return null
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: string }
  return version ?? null
}

function ownerOf(migration: string): string {
  return migration.split('/')[0]!
}
