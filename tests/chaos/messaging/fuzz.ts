import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makeAccounts, socketOf } from '../../helpers/messaging/service_people.js'
import { ServiceProcess } from '../../helpers/service_process.js'
import { FrameFuzz } from './frame_fuzz.js'

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const service = await ServiceProcess.start({
  NODE_ENV: 'development',
  REDIS_URL: '',
  RATE_LIMIT_PER_SECOND: '100000',
  IM_FRAMES_PER_SECOND: '100000',
  IM_BYTES_PER_HOUR: '10gb',
  LOG_LEVEL: 'error',
})
const [ann, bob] = await makeAccounts(service, 2)
const fuzz = new FrameFuzz(socketOf(service), ann!.token, Number(values.seed), { userId: bob!.id })

const memory: number[] = []
const parts = 5
for (let part = 1; part <= parts; part++) {
  await fuzz.run(Math.floor((Number(values.frames) * part) / parts))
  memory.push(residentMegabytes(service.pid))
}
const { faults, ...told } = fuzz.report
process.stdout.write(
  `${JSON.stringify({ ...told, memory, faults: faults.slice(0, 10) }, null, 2)}\n`
)
process.stdout.write(
  service.output
    .split('\n')
    .filter((line) => line.includes('"level":50'))
    .slice(0, 5)
    .join('\n')
)
await service.stop()
if (faults.length > 0) process.exitCode = 1

/** Linux only; elsewhere 0. */
function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}
