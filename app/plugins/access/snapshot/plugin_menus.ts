import app from '@adonisjs/core/services/app'
import type { MenuSeed } from '#kernel/permissions/main'
import type { PluginManifest } from '#kernel/plugins/main'

/** A row that a plugin brings along, and the name of the one it stands beneath. */
export interface BroughtMenu {
  plugin: string
  parent: string | null
  seed: MenuSeed
}

export type BroughtMenus = ReadonlyMap<string, BroughtMenu>

const known = new WeakMap<readonly PluginManifest[], BroughtMenus>()

/** What the plugins that are mounted here bring along, by name; parents first. */
export function menusBroughtHere(): BroughtMenus {
  const plugins = app.config.get<readonly PluginManifest[]>('plugins')
  const brought = known.get(plugins) ?? menusBroughtBy(plugins)
  known.set(plugins, brought)
  return brought
}

export function menusBroughtBy(plugins: readonly PluginManifest[]): BroughtMenus {
  const found = plugins.flatMap(({ name, menus }) => flattened(name, menus ?? []))
  return new Map(found.map((menu) => [menu.seed.name, menu]))
}

function flattened(plugin: string, seeds: readonly MenuSeed[]): BroughtMenu[] {
  const found: BroughtMenu[] = seeds.map((seed) => ({ plugin, parent: null, seed }))
  for (const { seed } of found) {
    for (const child of seed.children ?? []) found.push({ plugin, parent: seed.name, seed: child })
  }
  return found
}
