import { existsSync, readdirSync } from 'node:fs'

/** Rooms of the kernel that applications and plugins import. The others are the kernel's own. */
const PRIVATE_ROOMS = new Set(['patches', 'shapes', 'zip'])

/** Of these an application has one copy, which it shares with Chancery. */
const SHARED = [
  /^@adonisjs\/(?!i18n$)/,
  /^@vinejs\/vine$/,
  /^(better-sqlite3|pg|mysql2)$/,
  /^(luxon|reflect-metadata)$/,
]

/** Releases before ours that an application may have when it installs Chancery; `configure` brings ours. */
const OLDER: Readonly<Record<string, string>> = { 'better-sqlite3': '^12.6.0' }

interface Project {
  version: string
  description: string
  license: string
  engines: Record<string, string>
  dependencies: Record<string, string>
}

/** The `package.json` of the package, made from the project's. */
export function packageManifest(root: string, project: Project) {
  const { version, description, license, engines, dependencies } = project
  const all = Object.entries(dependencies)
  return {
    name: 'chancery',
    version,
    description,
    license,
    type: 'module',
    engines,
    exports: exportsOf(root),
    imports: {
      '#kernel/*': './app/kernel/*.js',
      '#plugins/*': './app/plugins/*.js',
      '#database/*': './database/*.js',
      '#tests/*': './tests/*.js',
    },
    dependencies: Object.fromEntries(all.filter((one) => !isShared(one))),
    peerDependencies: Object.fromEntries(all.filter(isShared).map(withOlder)),
  }
}

const withOlder = ([name, range]: [string, string]) => [
  name,
  OLDER[name] ? `${OLDER[name]} || ${range}` : range,
]

/** What a project depends on beside Chancery, which it shares with it. */
export const sharedPackages = (dependencies: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(dependencies).filter(isShared))

const isShared = ([name]: [string, string]) => SHARED.some((pattern) => pattern.test(name))

/** Everything that may be imported of the package; what is not here is private. */
export function exportsOf(root: string): Record<string, string> {
  const folders = (folder: string) => readdirSync(`${root}/${folder}`).sort()
  const rooms = folders('app/kernel').filter((room) => !PRIVATE_ROOMS.has(room))
  const plugins = folders('app/plugins')
  const withMain = plugins.filter((name) => existsSync(`${root}/app/plugins/${name}/main.ts`))
  return {
    '.': './app/kernel/project/configure.js',
    ...named(rooms, (room) => [`./kernel/${room}`, `./app/kernel/${room}/main.js`]),
    ...named(withMain, (name) => [`./plugins/${name}`, `./app/plugins/${name}/main.js`]),
    ...named(plugins, (name) => [`./plugins/${name}/plugin`, `./app/plugins/${name}/plugin.js`]),
    './testing': './tests/helpers/main.js',
    './package.json': './package.json',
  }
}

const named = (names: readonly string[], pair: (name: string) => [string, string]) =>
  Object.fromEntries(names.map(pair))
