import { spawn } from 'node:child_process'
import { LaunchFailure } from './failure.js'

/* A terminal sends these to every process of the foreground group: handing them on would deliver them twice. */
const sentByTerminal = new Set(['SIGINT', 'SIGHUP'])
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in this one's place: it has the terminal, signals reach it once, and however it ends,
 * this process ends the same way. Never returns.
 */
export async function runInForeground(command, args, options = {}) {
  const atTerminal = process.stdin.isTTY === true
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  for (const signal of forwarded) {
    process.on(signal, () => {
      if (!atTerminal || !sentByTerminal.has(signal)) child.kill(signal)
    })
  }

  const [code, signal] = await end(child, command)
  if (signal) await dieOf(signal)
  process.exit(code ?? 1)
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
