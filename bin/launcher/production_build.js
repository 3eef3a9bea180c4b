import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ROOT, projectEnvironment, projectNode } from '../runtime.js'
import { LaunchFailure } from './failure.js'
import { fingerprintOf } from './fingerprint.js'
import { holdLockFor, withLock } from './lock.js'
import { withProgress } from './progress.js'

export const BUILD_FOLDER = join(ROOT, 'build')

const stamp = join(BUILD_FOLDER, '.built-from')
const folders = ['app', 'bin', 'config', 'database', 'providers', 'start', 'stubs']
const files = ['adonisrc.ts', 'tsconfig.json', 'package.json', 'package-lock.json']

/** Compiles into `build/` when the sources are not those of the last build. */
export async function ensureBuild() {
  if (!isFresh()) await withLock(async () => isFresh() || compileAndStamp())
}

export function build() {
  return withLock(compileAndStamp)
}

function isFresh() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

async function compileAndStamp() {
  const sources = fingerprint()
  await keepingTheLast(() => withProgress('Building for production', compile))
  linkData()
  writeFileSync(stamp, sources)
}

/** What was built before is there again where the build fails: the service can still be started from it. */
export async function keepingTheLast(work, folder = BUILD_FOLDER) {
  const last = `${folder}.last`
  // Where there is one still, the build after it was broken off.
  if (existsSync(last)) rmSync(folder, { recursive: true, force: true })
  else if (existsSync(folder)) renameSync(folder, last)
  try {
    await work()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    if (existsSync(last)) renameSync(last, folder)
    throw error
  }
  rmSync(last, { recursive: true, force: true })
}

/** A build replaces its whole folder: what the service keeps must lie outside of it. */
function linkData() {
  mkdirSync(join(ROOT, 'data'), { recursive: true })
  symlinkSync(join(ROOT, 'data'), join(BUILD_FOLDER, 'data'), 'junction')
}

const fingerprint = () => fingerprintOf(folders, files)

async function compile() {
  const child = spawn(projectNode(), ['ace.js', 'build'], {
    cwd: ROOT,
    env: projectEnvironment({ NODE_ENV: 'development' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  holdLockFor(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new LaunchFailure(`The production build failed:\n${output.trim()}`)
}
