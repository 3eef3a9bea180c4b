import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, projectEnvironment, projectNode } from '../runtime.js'
import { LaunchFailure } from './failure.js'
import { fingerprintOf } from './fingerprint.js'
import { holdLockFor, withLock } from './lock.js'
import { withProgress } from './progress.js'

const SOURCES = join(ROOT, 'apps/console')
const stamp = join(ROOT, 'app/plugins/console/assets/.built-from')

/** Builds the web console when its sources are not those of the last build. A project has it built, in the package. */
export async function ensureConsole() {
  if (!existsSync(SOURCES) || isFresh()) return
  await withLock(async () => isFresh() || compileAndStamp())
}

export const buildConsole = () => withLock(compileAndStamp)

async function compileAndStamp() {
  const sources = fingerprint()
  await withProgress('Building the console', compile)
  writeFileSync(stamp, sources)
}

const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()

const fingerprint = () =>
  fingerprintOf(
    ['apps/console', 'clients/http/src', 'clients/messaging/src'],
    ['package-lock.json']
  )

async function compile() {
  const tool = join(ROOT, 'node_modules/vite/bin/vite.js')
  const child = spawn(projectNode(), [tool, 'build', SOURCES, '--logLevel', 'warn'], {
    cwd: ROOT,
    env: projectEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  holdLockFor(child)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new LaunchFailure('The console could not be built; see above.')
}
