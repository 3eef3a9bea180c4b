import type { PluginManifest } from './define_plugin.js'

type Listener = (plugins: readonly PluginManifest[]) => void | Promise<void>
/** Resolves to what was taken away, in words, such as `3 menus`; `null` where there was nothing. */
type RemovalListener = (name: string) => Promise<string | null>

const listeners = new Set<Listener>()
const removalListeners = new Set<RemovalListener>()

/** Calls `listener` when plugins were mounted or taken out while the process runs, as happens in development. */
export function onPluginsChanged(listener: Listener): void {
  listeners.add(listener)
}

export async function announcePluginChange(plugins: readonly PluginManifest[]): Promise<void> {
  for (const listener of listeners) await listener(plugins)
}

/**
 * Calls `listener` when a plugin is removed for good, mounted here or not: what is kept of it beside its own tables goes.
 * To be unmounted removes nothing.
 */
export function onPluginRemoved(listener: RemovalListener): void {
  removalListeners.add(listener)
}

/** @returns what was taken away, in words */
export async function announcePluginRemoval(name: string): Promise<string[]> {
  const taken: string[] = []
  for (const listener of removalListeners) {
    const words = await listener(name)
    if (words) taken.push(words)
  }
  return taken
}
