import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RUNTIME_FOLDER } from '../runtime.js'

const HEARTBEAT = 1000
const ABANDONED_AFTER = 10_000
const ASK_EVERY = 100

/**
 * One launch at a time writes `node_modules`, `.runtime` and `build`. The lock is a folder whose time the
 * holder keeps fresh: a holder that was killed leaves one that grows old, whatever machine it ran on.
 */
export async function withLock(work, folder = join(RUNTIME_FOLDER, 'lock')) {
  mkdirSync(dirname(folder), { recursive: true })
  await acquire(folder)
  const heartbeat = setInterval(() => touch(folder), HEARTBEAT)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function acquire(folder) {
  let told = false
  while (!makeFolder(folder)) {
    if (isAbandoned(folder)) clearAbandoned(folder)
    if (!told) process.stderr.write('Another launch is preparing this folder; waiting for it …\n')
    told = true
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY))
  }
}

/** Creating a folder is atomic: exactly one of several callers is told true. */
function makeFolder(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** Looks again under a second lock, so that two who wait never remove the successor of what they saw. */
function clearAbandoned(folder) {
  const clearing = `${folder}.clearing`
  if (isAbandoned(clearing)) rmSync(clearing, { recursive: true, force: true })
  if (!makeFolder(clearing)) return
  if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true })
  rmSync(clearing, { recursive: true, force: true })
}

function isAbandoned(folder) {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER
}

function touch(folder) {
  const now = new Date()
  if (statSync(folder, { throwIfNoEntry: false })) utimesSync(folder, now, now)
}
