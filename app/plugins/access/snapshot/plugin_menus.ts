import app from '@adonisjs/core/services/app'
import type { MenuSeed } from '#kernel/permissions/main'
import type { PluginManifest } from '#kernel/plugins/main'

/** A menu that a plugin declares, and the name of its parent. */
export interface PluginMenu {
  plugin: string
  parent: string | null
  seed: MenuSeed
}

export type PluginMenus = ReadonlyMap<string, PluginMenu>

const known = new WeakMap<readonly PluginManifest[], PluginMenus>()

/** The menus of the mounted plugins, by name; parents first. */
export function mountedMenus(): PluginMenus {
  const plugins = app.config.get<readonly PluginManifest[]>('plugins')
  const menus = known.get(plugins) ?? menusOf(plugins)
  known.set(plugins, menus)
  return menus
}

export function menusOf(plugins: readonly PluginManifest[]): PluginMenus {
  const found = plugins.flatMap(({ name, menus }) => flattened(name, menus ?? []))
  return new Map(found.map((menu) => [menu.seed.name, menu]))
}

function flattened(plugin: string, seeds: readonly MenuSeed[]): PluginMenu[] {
  const found: PluginMenu[] = seeds.map((seed) => ({
    plugin,
    parent: seed.parent ?? null,
    seed,
  }))
  for (const { seed } of found) {
    for (const child of seed.children ?? []) found.push({ plugin, parent: seed.name, seed: child })
  }
  return found
}
