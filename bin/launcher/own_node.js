import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as runtime from '../runtime.js'
import { LaunchFailure } from './failure.js'
import { installLocked } from './npm.js'
import { packagesMatch } from './packages.js'
import { withProgress } from './progress.js'

const lockFile = join(runtime.ROOT, 'bin/runtime/package-lock.json')

export function isNodeReady() {
  if (runtime.isRecentEnough()) return true
  return existsSync(runtime.ownNode()) && packagesMatch(lockFile, runtime.RUNTIME_FOLDER)
}

/** Brings the project's Node.js from the npm registry, its integrity pinned by the lock in `bin/runtime`. */
export async function bringNode() {
  writeFolder(lockForThisMachine())
  await withProgress(
    `Bringing Node.js ${runtime.NEEDED_MAJOR} along (this is ${process.version})`,
    () => installLocked(runtime.RUNTIME_FOLDER, { node: process.execPath, env: process.env })
  )
  const { status } = spawnSync(runtime.ownNode(), ['--version'])
  if (status !== 0) throw unavailable()
}

/** One package, and required: npm passes over an optional one that it cannot fetch without a word. */
function lockForThisMachine() {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
  const path = `node_modules/${runtime.RUNTIME_PACKAGE}`
  const root = lock.packages['']
  const { optional, ...entry } = lock.packages[path] ?? {}
  if (!optional) throw unavailable()

  const dependencies = {
    [runtime.RUNTIME_PACKAGE]: root.optionalDependencies[runtime.RUNTIME_PACKAGE],
  }
  return { ...lock, packages: { '': { name: root.name, dependencies }, [path]: entry } }
}

function writeFolder(lock) {
  const { name, dependencies } = lock.packages['']
  const contents = {
    'package.json': { name, private: true, dependencies },
    'package-lock.json': lock,
  }
  mkdirSync(runtime.RUNTIME_FOLDER, { recursive: true })
  for (const [file, content] of Object.entries(contents)) {
    writeFileSync(join(runtime.RUNTIME_FOLDER, file), JSON.stringify(content, null, 2))
  }
}

function unavailable() {
  return new LaunchFailure(
    `Chancery needs Node.js ${runtime.NEEDED_MAJOR} or later; the npm registry has none that runs on this machine ` +
      `(${process.platform} ${process.arch}). Install Node.js ${runtime.NEEDED_MAJOR} and start again.`
  )
}
