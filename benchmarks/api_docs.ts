import { measure } from './harness/load.js'
import { raise } from './harness/stage.js'
import { publish } from './harness/table.js'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)

/** What a request for the whole description costs. */
export async function benchApiDocs(): Promise<void> {
  const stage = await raise({ API_DOCS_ENABLED: 'true' })
  try {
    const load = { path: '/v3/api-docs', connections: 1, seconds: SECONDS }
    await measure(stage.service, load)
    const { cpuMicrosPerRequest, requestsPerSecond } = await measure(stage.service, load)
    const line = `${cpuMicrosPerRequest.toFixed(0)} µs of CPU a request, ${requestsPerSecond.toFixed(0)} requests a second over one connection`
    publish('api_docs', 'The API description', line)
  } finally {
    await stage.close()
  }
}
