import { existsSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { test } from '@japa/runner'
import { ServiceProcess } from '#tests/helpers/service_process'

const TICKS_PER_MS = 0.1
const measurable = existsSync('/proc/self/stat')

test.group('API description | cost', () => {
  test('answer a thousand requests with less than a millisecond of CPU each', async ({
    assert,
    cleanup,
  }) => {
    const service = await ServiceProcess.start({
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
      RATE_LIMIT_PER_SECOND: '100000',
    })
    cleanup(() => service.stop().then(() => {}))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    cleanup(() => agent.destroy())
    const ask = () => drained(`${service.url}/v3/api-docs`, agent)

    for (let index = 0; index < 100; index += 1) await ask()
    const before = cpuMsOf(service.pid)
    for (let index = 0; index < 1_000; index += 1) assert.equal(await ask(), 200)
    const each = (cpuMsOf(service.pid) - before) / 1_000
    assert.isBelow(each, 1)
  })
    .skip(!measurable, 'this system does not tell the CPU time of another process')
    .timeout(60_000)
})

/** User and system time of a process. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_MS
}

function drained(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end()
  })
}
