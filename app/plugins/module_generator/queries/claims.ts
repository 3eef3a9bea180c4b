import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import type { MenuSeed } from '#kernel/permissions/main'
import { type PluginManifest, migrationsOf } from '#kernel/plugins/main'
import { Menu } from '#plugins/access/main'
import type { Claims } from '../plan/claim_checks.js'

/** Tables that a migration makes or names anew, and the name that the framework's own template keeps apart. */
const MADE =
  /\b(?:(?:createTable|createTableIfNotExists)\(\s*|renameTable\([^,]+,\s*|tableName\s*=\s*)(['"`])([\w$-]+)\1/g

const known = new WeakMap<readonly PluginManifest[], Omit<Claims, 'carried'>>()

/** What belongs to the plugins that are mounted here, and what menus of others, or of administrators, carry. */
export async function claimsHere(): Promise<Claims> {
  const plugins = app.config.get<readonly PluginManifest[]>('plugins')
  const claims = known.get(plugins) ?? claimsOf(plugins)
  known.set(plugins, claims)
  const rows = await Menu.query()
  return {
    ...claims,
    menus: new Map([
      ...rows.flatMap(({ name, plugin }) => (plugin === null ? [] : [[name, plugin] as const])),
      ...claims.menus,
    ]),
    carried: new Map(
      rows.flatMap(({ name, permission, plugin }) =>
        permission === null ? [] : [[permission, { menu: name, plugin }] as const]
      )
    ),
  }
}

function claimsOf(plugins: readonly PluginManifest[]): Omit<Claims, 'carried'> {
  const each = <Key extends string>(keysOf: (plugin: PluginManifest) => readonly Key[]) =>
    new Map(plugins.flatMap((plugin) => keysOf(plugin).map((key) => [key, plugin.name] as const)))
  return {
    plugins: new Set(plugins.map(({ name }) => name)),
    tables: each(tablesOf),
    permissions: each(({ permissions = {} }) => Object.values(permissions).map(({ code }) => code)),
    menus: each(({ menus = [] }) => menuNames(menus)),
  }
}

function tablesOf(plugin: PluginManifest): string[] {
  return migrationsOf(plugin).flatMap(({ file }) =>
    [...readFileSync(file, 'utf8').matchAll(MADE)].map(([, , table]) => table!.toLowerCase())
  )
}

function menuNames(seeds: readonly MenuSeed[]): string[] {
  return seeds.flatMap(({ name, children = [] }) => [name, ...menuNames(children)])
}
