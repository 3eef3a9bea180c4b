import type { ModuleNames } from '../plan/names.js'
import { capital } from '../plan/names.js'
import type { FileRecipe } from './module_files.js'
import type { View } from './view.js'

/** Templates of `stubs/plugin`, and where in the plugin's folder each goes. */
const SOURCES: Readonly<Record<string, string>> = {
  manifest: 'plugin.ts',
  main: 'main.ts',
  permissions: 'permissions.ts',
  menus: 'menus.ts',
  pages: 'pages.ts',
  settings: 'settings.ts',
  routes: 'routes.ts',
  entry: 'entry.ts',
  model: 'models/entry.ts',
  controller: 'controllers/entries_controller.ts',
  policy: 'policies/entry_policy.ts',
}

/**
 * The files of a small plugin, whose rows are entries.
 *
 * @param folder of the plugin, below the project
 * @param stamp milliseconds since the epoch, in the migration's name
 */
export function pluginFiles({ snake }: ModuleNames, folder: string, stamp: number): FileRecipe[] {
  const migration = `database/migrations/${stamp}_create_${snake}_entries_table.ts`
  const tests = `tests/functional/${snake}`
  return [
    ...Object.entries({ ...SOURCES, migration, command: `commands/${snake}_count.ts` }).map(
      ([stub, path]) => ({ stub: `plugin/${stub}`, path: `${folder}/${path}` })
    ),
    { stub: 'plugin/entries_spec', path: `${tests}/entries.spec.ts` },
    { stub: 'plugin/scope_spec', path: `${tests}/scope.spec.ts` },
  ]
}

/** @param door module that the tests import the model from */
export function pluginView(m: ModuleNames, door: string): View {
  return { m, door, title: capital(m.words), constant: m.snake.toUpperCase() }
}
