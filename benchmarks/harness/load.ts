import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Service } from './service.js'

export interface Load {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** One body for each connection, or one for all. */
  bodies?: string[]
  /** `[<id>]` in a body becomes another text for each request. */
  uniqueBodies?: boolean
  connections: number
  seconds: number
}

export interface Measure {
  requestsPerSecond: number
  p50: number
  p99: number
  cpuMicrosPerRequest: number
  failures: number
}

const autocannon = createRequire(import.meta.url).resolve('autocannon')

/** Loads a service from another process. */
export async function measure(service: Service, load: Load): Promise<Measure> {
  const cpuBefore = service.cpuMicros()
  const result = await fire(service.url + load.path, load)
  const cpu = service.cpuMicros() - cpuBefore
  const answered = result['2xx'] + result.non2xx
  return {
    requestsPerSecond: answered / load.seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicrosPerRequest: cpu / Math.max(1, answered),
    failures: result.non2xx + result.errors,
  }
}

interface AutocannonResult {
  '2xx': number
  'non2xx': number
  'errors': number
  'latency': { p50: number; p99: number }
}

function fire(url: string, load: Load): Promise<AutocannonResult> {
  const options = {
    url,
    method: load.method ?? 'GET',
    headers: load.headers,
    connections: load.connections,
    duration: load.seconds,
    idReplacement: load.uniqueBodies,
    body: load.bodies?.[0],
  }
  const script = `
    const bodies = ${JSON.stringify(load.bodies ?? [])}
    let next = 0
    const setupClient = (client) => bodies.length > 1 && client.setBody(bodies[next++ % bodies.length])
    require(${JSON.stringify(autocannon)})({ ...${JSON.stringify(options)}, setupClient })
      .then((result) => process.stdout.write(JSON.stringify(result)))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('exit', () => {
      if (output) resolve(JSON.parse(output))
      else reject(new Error('the load generator said nothing'))
    })
  })
}

/** The middle value of each figure over several rounds. */
export function median(rounds: readonly Measure[]): Measure {
  const middle = (pick: (measure: Measure) => number) => {
    const sorted = rounds.map(pick).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)]!
  }
  return {
    requestsPerSecond: middle((one) => one.requestsPerSecond),
    p50: middle((one) => one.p50),
    p99: middle((one) => one.p99),
    cpuMicrosPerRequest: middle((one) => one.cpuMicrosPerRequest),
    failures: rounds.reduce((sum, one) => sum + one.failures, 0),
  }
}
