import { spawn } from 'node:child_process'
import { LaunchFailure } from './failure.js'

/* A terminal sends these to every process of the foreground group: handing them on would deliver them twice. */
const sentByTerminal = new Set(['SIGINT', 'SIGHUP'])
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
const LOOK_FOR_PARENT_EVERY = 200

/**
 * Runs a program in this one's place: it has the terminal, signals reach it once, and however it ends,
 * this process ends the same way. Never returns.
 */
export async function runInForeground(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  handSignalsOn(child)
  const [code, signal] = await end(child, command)
  if (signal) await dieOf(signal)
  process.exit(code ?? 1)
}

function handSignalsOn(child) {
  const atTerminal = process.stdin.isTTY === true
  let told = false
  for (const signal of forwarded) {
    process.on(signal, () => {
      told = true
      if (!atTerminal || !sentByTerminal.has(signal)) child.kill(signal)
    })
  }
  whenOrphanedByNpm(() => told || child.kill('SIGTERM'))
}

/** npm stops the shell between itself and this process, which dies of it and hands nothing on. */
function whenOrphanedByNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, LOOK_FOR_PARENT_EVERY)
}

function end(child, command) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new LaunchFailure(`${command}: ${error.message}`)))
    child.once('exit', (code, signal) => resolve([code, signal]))
  })
}

/** The shell above must see the signal, or it would go on with its next command after Ctrl-C. */
function dieOf(signal) {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  return new Promise(() => {
    setInterval(() => process.exit(1), 1000)
  })
}
