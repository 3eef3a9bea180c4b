import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { NEEDED_MAJOR, ROOT, RUNTIME_FOLDER, isRecentEnough, ownNode } from '../runtime.js'
import { LaunchFailure } from './failure.js'
import { installLocked } from './npm.js'
import { packagesMatch } from './packages.js'
import { withProgress } from './progress.js'

const wanted = join(ROOT, 'bin/runtime')

export function isNodeReady() {
  if (isRecentEnough()) return true
  return existsSync(ownNode()) && packagesMatch(join(wanted, 'package-lock.json'), RUNTIME_FOLDER)
}

/** Brings the project's Node.js from the npm registry, its integrity pinned by the lock in `bin/runtime`. */
export async function bringNode() {
  mkdirSync(RUNTIME_FOLDER, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(wanted, file), join(RUNTIME_FOLDER, file))
  }
  await withProgress(`Bringing Node.js ${NEEDED_MAJOR} along (this is ${process.version})`, () =>
    installLocked(RUNTIME_FOLDER, { node: process.execPath, env: process.env })
  )
  requireThatItRuns()
}

function requireThatItRuns() {
  const answer = existsSync(ownNode()) && spawnSync(ownNode(), ['--version'], { encoding: 'utf8' })
  if (answer && answer.status === 0) return
  throw new LaunchFailure(
    `Chancery needs Node.js ${NEEDED_MAJOR} or later; the npm registry has none that runs on this machine ` +
      `(${process.platform} ${process.arch}). Install Node.js ${NEEDED_MAJOR} and start again.`
  )
}
