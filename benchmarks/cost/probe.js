/** Preloaded into the service: tells over IPC what it has used, and how long its loop stood still at most. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const TICK_MS = 1
const delay = monitorEventLoopDelay({ resolution: TICK_MS })
delay.enable()

let longestTurn = 0
let before = threadMicros()
setInterval(() => {
  const now = threadMicros()
  longestTurn = Math.max(longestTurn, now - before)
  before = now
}, TICK_MS).unref()

process.on('message', (message) => {
  if (message !== 'figures') return
  const { user, system } = process.cpuUsage()
  process.send({
    figures: {
      cpuMicros: user + system,
      turnMicros: Math.max(longestTurn, threadMicros() - before),
      stallMicros: Math.max(0, delay.max / 1000 - TICK_MS * 1000),
    },
  })
  longestTurn = 0
  before = threadMicros()
  delay.reset()
})
process.channel?.unref()

/** Of the thread of the loop alone: what other processes take from it does not count. */
function threadMicros() {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
