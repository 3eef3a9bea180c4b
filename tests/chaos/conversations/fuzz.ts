/**
 * Random frames, from noise to nearly right ones: `npm run fuzz:messaging`. Takes `--seconds 60`, `--seed N` and `--database`,
 * as `npm run chaos:messaging` does.
 */
import { readFileSync } from 'node:fs'
import { makeAccounts, socketOf } from '../../helpers/messaging/service_people.js'
import { ServiceProcess } from '../../helpers/service_process.js'
import { command, say } from './command.js'
import { FrameFuzz } from './frame_fuzz.js'
import { manyFrames } from './many_frames.js'

const SETTINGS = {
  NODE_ENV: 'development',
  REDIS_URL: '',
  RATE_LIMIT_PER_SECOND: '100000',
  LOG_LEVEL: 'error',
}
const PARTS = 5

await command('messaging fuzz', async ({ seconds, seed }, env) => {
  const service = await ServiceProcess.configured(manyFrames(100_000), { ...SETTINGS, ...env })
  try {
    const [ann, bob] = await makeAccounts(service, 2)
    const fuzz = new FrameFuzz(socketOf(service), ann!.token, seed, { userId: bob!.id })
    const memory: number[] = []
    for (let part = 0; part < PARTS; part++) {
      const until = performance.now() + (seconds * 1000) / PARTS
      await fuzz.run(() => performance.now() >= until)
      memory.push(residentMegabytes(service.pid))
    }
    const { faults, sent, answers, closes } = fuzz.report
    say(JSON.stringify({ answers, closes, memory }, null, 2))
    for (const fault of faults.slice(0, 10)) say(`✘ ${fault}`)
    const logged = service.output.split('\n').filter((line) => line.includes('"level":50'))
    for (const line of logged.slice(0, 5)) say(line)
    return { done: `${sent} frames`, faults: faults.length + logged.length }
  } finally {
    await service.stop()
  }
})

/** Linux only; elsewhere 0. */
function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}
