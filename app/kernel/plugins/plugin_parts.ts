import { Exception } from '@adonisjs/core/exceptions'
import type { PluginManifest } from './define_plugin.js'

type Part = 'provider' | 'routes' | 'listeners'

export class E_PLUGIN_PART extends Exception {
  static code = 'E_PLUGIN_PART'
  static status = 500
  readonly remedied = true
}

/**
 * What a plugin imports lazily.
 *
 * @throws E_PLUGIN_PART with one sentence, unless what it failed with is one already
 */
export async function loaded<T>(
  { name }: PluginManifest,
  part: Part,
  loading: Promise<T>
): Promise<T> {
  try {
    return await loading
  } catch (error) {
    if (!(error instanceof Error) || 'remedied' in error) throw error
    throw new E_PLUGIN_PART(
      `The ${part} of plugin "${name}" cannot be loaded (${error.message}${placeOf(error)}); correct the plugin, or take it out of config/plugins.ts.`,
      { cause: error }
    )
  }
}

/** @throws Error where the module has no default export */
export function withDefault<Module extends { default: unknown }>(module: Module): Module {
  if (!module.default) throw new Error('the module has no default export')
  return module
}

/** The first file of the stack; that of a syntax error begins with it. */
function placeOf({ stack = '' }: Error): string {
  const [, place] = /^(?: +at (?:.* \()?)?((?:file:\/\/)?\/\S+?:\d+)/m.exec(stack) ?? []
  return place ? ` at ${place}` : ''
}
