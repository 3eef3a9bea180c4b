import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { projectEnvironment } from '../runtime.js'
import { LaunchFailure } from './failure.js'
import { holdLockFor } from './lock.js'

const KEPT_OUTPUT = 4000

/* Every package here is plain files or carries prebuilt binaries, so that none may run a script. */
const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']

/** Installs exactly what the lock file in `folder` says, quietly; on failure npm's own words are shown. */
export async function installLocked(folder, { node, env = projectEnvironment() }) {
  const { command, args, shell } = npm(node)
  const options = ['ci', '--prefix', shell ? `"${folder}"` : folder, ...flags, '--loglevel=error']
  const child = spawn(command, [...args, ...options], {
    cwd: folder,
    env,
    shell,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  holdLockFor(child)
  const { code, stoppedBy, output } = await finish(child)
  if (stoppedBy) throw new LaunchFailure(`Stopped by ${stoppedBy}.`, 130)
  if (code !== 0) throw new LaunchFailure(`npm could not install the packages:\n${output.trim()}`)
}

/** The npm that started this launch, under the given Node.js; else the one on the path. */
function npm(node) {
  const running = process.env.npm_execpath
  if (running && basename(running) === 'npm-cli.js') return { command: node, args: [running] }
  if (process.platform === 'win32') return { command: 'npm.cmd', args: [], shell: true }
  return { command: 'npm', args: [] }
}

/* Told to stop, npm first goes on to its end; what is cut short is found unfinished by the next launch anyway. */
function finish(child) {
  let output = ''
  let stoppedBy
  const stop = (signal) => {
    stoppedBy = signal
    child.kill('SIGKILL')
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, stop)
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => (output = (output + text).slice(-KEPT_OUTPUT)))
  }

  return new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(new LaunchFailure('npm was not found. Install npm and start again.'))
    )
    child.once('close', (code) => resolve({ code, stoppedBy, output }))
  }).finally(() => signals.forEach((signal) => process.off(signal, stop)))
}
