import type { PluginManifest } from './define_plugin.js'

type Listener = (plugins: readonly PluginManifest[]) => void | Promise<void>

const listeners = new Set<Listener>()

/** Calls `listener` when plugins were mounted or taken out while the process runs, as happens in development. */
export function onPluginsChanged(listener: Listener): void {
  listeners.add(listener)
}

export async function announcePluginChange(plugins: readonly PluginManifest[]): Promise<void> {
  for (const listener of listeners) await listener(plugins)
}
