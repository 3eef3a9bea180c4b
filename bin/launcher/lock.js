import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RUNTIME_FOLDER } from '../runtime.js'

const LOCK = join(RUNTIME_FOLDER, 'lock')
const HEARTBEAT = 1000
const ABANDONED_AFTER = 5_000
const WORKER_GIVEN_UP_AFTER = 600_000
const ASK_EVERY = 100

/**
 * One launch at a time writes `node_modules`, `.runtime` and `build`. The lock is a folder whose time the
 * holder keeps fresh: a holder that was killed leaves one that grows old, whatever machine it ran on.
 */
export async function withLock(work, folder = LOCK) {
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

/** A launch that is killed leaves its npm behind, still writing: the lock lasts as long as that one, too. */
export function holdLockFor(child, folder = LOCK) {
  if (child.pid) writeFileSync(join(folder, 'worker'), String(child.pid))
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
  const age = found === undefined ? 0 : Date.now() - found.mtimeMs
  if (age > WORKER_GIVEN_UP_AFTER) return true
  return age > ABANDONED_AFTER && !isWorking(join(folder, 'worker'))
}

function isWorking(workerFile) {
  try {
    return process.kill(Number(readFileSync(workerFile, 'utf8')), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function touch(folder) {
  const now = new Date()
  if (statSync(folder, { throwIfNoEntry: false })) utimesSync(folder, now, now)
}
