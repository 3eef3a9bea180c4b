/** Preloaded into the service: tells over IPC what it has used, and how long its loop worked between two turns at most. */
const TICK_MS = 1

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
  const turnMicros = Math.max(longestTurn, threadMicros() - before)
  process.send({ figures: { cpuMicros: user + system, turnMicros } })
  longestTurn = 0
  before = threadMicros()
})
process.channel?.unref()

/** Of the thread of the loop alone: what other processes take from it does not count. */
function threadMicros() {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
