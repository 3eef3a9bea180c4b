import type { PluginManifest } from './define_plugin.js'
import type { Parameter } from '#kernel/parameters/main'
import type { Permission } from '#kernel/permissions/main'

export interface CatalogueEntry extends Permission {
  readonly plugin: string
}

/** Every permission that the mounted plugins declare, in boot order. */
export function permissionCatalogue(plugins: readonly PluginManifest[]): CatalogueEntry[] {
  return plugins.flatMap((plugin) =>
    Object.values(plugin.permissions ?? {}).map((permission) => ({
      ...permission,
      plugin: plugin.name,
    }))
  )
}

export interface DeclaredParameter {
  readonly plugin: string
  readonly parameter: Parameter
}

/** Every parameter that the mounted plugins declare, in boot order. */
export function parameterCatalogue(plugins: readonly PluginManifest[]): DeclaredParameter[] {
  return plugins.flatMap(({ name: plugin, parameters = {} }) =>
    Object.values(parameters).map((parameter) => ({ plugin, parameter }))
  )
}
