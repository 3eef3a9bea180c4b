import { hostname } from 'node:os'
import { clock } from '#kernel/state/main'
import { LogOutput } from './log_output.js'

const NAME = 'chancery'
const FATAL = 60

/** From now on the log of a service in production says why its process ends, whoever reads no more than that. */
export function sayLastWords(): void {
  process.on('uncaughtExceptionMonitor', (error) =>
    say('the process ends of what nobody caught', error)
  )
}

function say(msg: string, error: Error): void {
  if (process.env.NODE_ENV !== 'production' || process.stdout.isTTY) return
  const about = { level: FATAL, time: clock.machine(), pid: process.pid, hostname: hostname() }
  const output = new LogOutput(1, NAME)
  output.write(`${JSON.stringify({ ...about, name: NAME, err: described(error), msg })}\n`)
  output.flushSync()
}

function described({ name: type, message, stack }: Error) {
  return { type, message, stack }
}
