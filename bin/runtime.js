/* Where the project's own Node.js lies, for machines whose Node.js is too old. */
import { fileURLToPath } from 'node:url'

export const NEEDED_MAJOR = 24

const platforms = { linux: 'linux', darwin: 'darwin', win32: 'win' }

export function isRecentEnough(version = process.versions.node) {
  return Number(version.split('.')[0]) >= NEEDED_MAJOR
}

/** Path of the Node.js binary brought along from the npm registry; it may not exist yet. */
export function ownNode() {
  const name = `node-${platforms[process.platform] ?? process.platform}-${process.arch}`
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  return fileURLToPath(new URL(`../.runtime/node_modules/${name}/${binary}`, import.meta.url))
}
