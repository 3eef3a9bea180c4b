/* Which Node.js runs the project, for machines whose own is too old. */
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const NEEDED_MAJOR = 24

/** The project's folder, with everything that a launch needs to know about it. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Where the Node.js brought along lies, and the lock of two launches at once. Git ignores it. */
export const RUNTIME_FOLDER = join(ROOT, '.runtime')

const platforms = { linux: 'linux', darwin: 'darwin', win32: 'win' }

export function isRecentEnough(version = process.versions.node) {
  return Number(version.split('.')[0]) >= NEEDED_MAJOR
}

/** The package of the npm registry that is Node.js for this machine. */
export const RUNTIME_PACKAGE = `node-${platforms[process.platform] ?? process.platform}-${process.arch}`

/** Path of the Node.js binary brought along from the npm registry; it may not exist yet. */
export function ownNode() {
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  return join(RUNTIME_FOLDER, 'node_modules', RUNTIME_PACKAGE, binary)
}

/** The Node.js that runs the project on this machine. */
export function projectNode() {
  return isRecentEnough() ? process.execPath : ownNode()
}

/** An environment in which a plain `node` is the project's, too: npm and its tools look it up by name. */
export function projectEnvironment(additions = {}) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [dirname(projectNode()), process.env[pathKey]].filter(Boolean).join(delimiter)
  return { ...process.env, [pathKey]: path, ...additions }
}
