import type { Kernel } from '@adonisjs/core/ace'

interface Filter {
  /** @param name `make:model` */
  command: (name: string) => boolean
  /** @param name `make` */
  namespace: (name: string) => boolean
}

/**
 * The framework lists every command of every package, and has no option to leave any out. From now on only those are listed
 * that the filter lets through; the others can still be run.
 *
 * No upstream issue is known.
 * Remove when commands can be hidden from the list, or loaded by environment.
 */
export function filterCommands(ace: Kernel, { command, namespace }: Filter): void {
  const { getCommands, getNamespaceCommands, getNamespaces } = ace
  const isListed = ({ commandName }: { commandName: string }) => command(commandName)
  ace.getCommands = () => getCommands.call(ace).filter(isListed)
  ace.getNamespaceCommands = (name) => getNamespaceCommands.call(ace, name).filter(isListed)
  ace.getNamespaces = () => getNamespaces.call(ace).filter(namespace)
}
