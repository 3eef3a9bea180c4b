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
}

export interface Measure {
  requestsPerSecond: number
  /** In milliseconds. */
  p99?: number
  cpuMicrosPerRequest: number
  failures: number
}

const autocannon = createRequire(import.meta.url).resolve('autocannon')

/** Loads a service from another process. */
export async function measure(service: Service, load: Load, seconds: number): Promise<Measure> {
  const cpuBefore = service.cpuMicros()
  const result = await fire(service.url + load.path, load, seconds)
  const cpu = service.cpuMicros() - cpuBefore
  const answered = result['2xx'] + result.non2xx
  return {
    requestsPerSecond: answered / seconds,
    p99: result.latency.p99,
    cpuMicrosPerRequest: cpu / Math.max(1, answered),
    failures: result.non2xx + result.errors,
  }
}

/** Calls a service from this process, so many at a time; each call resolves to whether it succeeded. */
export async function measureCalls(
  service: Service,
  { callers, seconds }: { callers: number; seconds: number },
  call: (caller: number) => Promise<boolean>
): Promise<Measure> {
  const [cpuBefore, began] = [service.cpuMicros(), performance.now()]
  let [answered, failures] = [0, 0]
  const keepCalling = async (_: unknown, caller: number) => {
    while (performance.now() - began < seconds * 1000) {
      if (!(await call(caller))) failures++
      answered++
    }
  }
  await Promise.all(Array.from({ length: callers }).map(keepCalling))
  const took = (performance.now() - began) / 1000
  const cpu = service.cpuMicros() - cpuBefore
  return { requestsPerSecond: answered / took, cpuMicrosPerRequest: cpu / answered, failures }
}

interface AutocannonResult {
  '2xx': number
  'non2xx': number
  'errors': number
  'latency': { p99: number }
}

function fire(url: string, load: Load, seconds: number): Promise<AutocannonResult> {
  const options = {
    url,
    method: load.method ?? 'GET',
    headers: load.headers,
    connections: load.connections,
    duration: seconds,
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
