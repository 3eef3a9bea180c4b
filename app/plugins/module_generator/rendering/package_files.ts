import { readFileSync } from 'node:fs'
import type { ModuleNames } from '../plan/names.js'
import type { FileRecipe } from './module_files.js'
import { pluginFiles, pluginView } from './plugin_files.js'
import type { View } from './view.js'

/** Packages that the sources of a plugin import, of which a project has one copy. */
const PEERS = [
  '@adonisjs/bouncer',
  '@adonisjs/core',
  '@adonisjs/lucid',
  '@vinejs/vine',
  'luxon',
] as const

/** The files of a small plugin as a package; its tests are those of the project. */
export function packageFiles(names: ModuleNames, folder: string, stamp: number): FileRecipe[] {
  return [
    ...pluginFiles(names, `${folder}/src`, stamp),
    { stub: 'plugin/package_manifest', path: `${folder}/package.json` },
    { stub: 'plugin/package_tsconfig', path: `${folder}/tsconfig.json` },
    { stub: 'plugin/package_readme', path: `${folder}/README.md` },
  ]
}

export function packageView(names: ModuleNames, folder: string): View {
  const manifest = JSON.stringify(packageManifest(names))
  return { ...pluginView(names, `${names.kebab}/main`), folder, manifest }
}

function packageManifest({ kebab, words }: ModuleNames) {
  return {
    name: kebab,
    version: '0.1.0',
    description: `A plugin of Chancery: ${words}`,
    type: 'module',
    exports: {
      '.': './dist/plugin.js',
      './main': './dist/main.js',
      './package.json': './package.json',
    },
    files: ['dist'],
    imports: {
      '#kernel/*/main': 'chancery/kernel/*',
      '#plugins/access/main': 'chancery/plugins/access',
      '#plugins/access/plugin': 'chancery/plugins/access/plugin',
      '#tests/helpers/main': 'chancery/testing',
    },
    scripts: { build: 'tsc' },
    peerDependencies: peerDependencies(),
  }
}

/** In the versions that this Chancery goes with, be it a package or a repository. */
function peerDependencies(): Record<string, string> {
  const own = new URL('../../../../package.json', import.meta.url)
  const chancery = JSON.parse(readFileSync(own, 'utf8'))
  const versions = { ...chancery.dependencies, ...chancery.peerDependencies }
  return {
    ...Object.fromEntries(PEERS.map((name) => [name, versions[name]])),
    chancery: `^${chancery.version}`,
  }
}
