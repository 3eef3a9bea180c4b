import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callbackTrials } from './cost/callback_trials.js'
import { aimOf, costReport } from './cost/cost_report.js'
import { frameTrials } from './cost/frame_trials.js'
import { httpTrials } from './cost/http_trials.js'
import { describedTargets, type HostileTarget } from './cost/operations.js'
import { preparePeople } from './cost/people.js'
import { pipelineTrials } from './cost/pipeline_trials.js'
import { searchTrials } from './cost/search_trials.js'
import { attempt, type Outcome, type Trial } from './cost/trial.js'
import { WatchedService } from './cost/watched_service.js'
import { build } from './harness/stage.js'
import { publish } from './harness/table.js'

/** Trials of one operation and actor; 0 for all there are. */
const MOST = Number(process.env.BENCH_CASES ?? 60)
/** Part of the name of an operation, to look at one alone. */
const ONLY = process.env.BENCH_ONLY ?? ''
const PORT = 42_010
const LOGS_OUT = /^(POST \/app\/auth\/logout|PUT \/app\/auth\/password)$/

/** What everything hostile costs, sent to every operation and channel; ends with 1 when an aim is missed. */
export async function benchCost(): Promise<void> {
  build()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-cost-'))
  const settings = production(folder)
  const service = await WatchedService.start(settings)
  try {
    const outcomes = await run(service, settings)
    const { text, missed } = costReport(outcomes)
    publish('cost', 'What hostile requests cost', text)
    if (missed > 0) process.exitCode = 1
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(service: WatchedService, settings: Record<string, string>): Promise<Outcome[]> {
  const root = `http://127.0.0.1:${service.port}`
  const people = await preparePeople(root, settings.ADMIN_PASSWORD!)
  const targets = (await describedTargets(root)).filter(({ name }) => name.includes(ONLY))
  let token = await people.logInClerk()
  const outcomes: Outcome[] = []

  const tryAll = async (trials: readonly Trial[]) => {
    for (const trial of trials) outcomes.push(await attempt(service, trial, aimOf(trial)))
  }
  for (const target of targets) {
    await warmUp(target, service.port, () => token)
    await tryAll(httpTrials(target, { port: service.port, token: null, most: MOST }))
    await tryAll(httpTrials(target, { port: service.port, token: () => token, most: MOST }))
    if (LOGS_OUT.test(target.name)) token = await people.logInClerk()
  }
  if ('/ws/im'.includes(ONLY)) await tryAll(frameTrials(service.port, () => token))
  if ('connection'.includes(ONLY)) await tryAll(pipelineTrials(service.port))
  if ('POST /app/document/callback/{id}'.includes(ONLY))
    await tryAll(callbackTrials(service.port, people.callback, settings.EDITOR_JWT_SECRET!))
  if ('GET /app/im/messages search'.includes(ONLY)) {
    const { clerkId: userId } = people
    const sqlitePath = settings.SQLITE_PATH!
    await tryAll(searchTrials({ port: service.port, token: () => token, userId, sqlitePath }))
  }
  return outcomes
}

/** What is loaded with the first request to an operation belongs to the start, not to the request. */
async function warmUp(target: HostileTarget, port: number, token: () => string): Promise<void> {
  const [trial] = httpTrials({ ...target, queryNames: [] }, { port, token, most: 1 })
  for (let round = 0; round < 2; round++) await trial?.run()
}

function production(folder: string): Record<string, string> {
  const secret = () => randomBytes(32).toString('base64url')
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(PORT),
    LOG_LEVEL: 'fatal',
    APP_KEY: secret(),
    JWT_SECRET: secret(),
    ADMIN_PASSWORD: secret(),
    DB_CONNECTION: 'sqlite',
    SQLITE_PATH: join(folder, 'cost.sqlite'),
    STORAGE_ROOT: join(folder, 'files'),
    REDIS_URL: '',
    RATE_LIMIT_PER_SECOND: '100000',
    LOGIN_MAX_FAILURES: '1000000',
    LOGINS_PER_HOUR: '1000000',
    IM_BYTES_PER_HOUR: '10gb',
    API_DOCS_ENABLED: 'true',
    MODULE_GENERATOR_ENABLED: 'true',
    EDITOR_ENABLED: 'true',
    EDITOR_JWT_SECRET: secret(),
    EDITOR_DOCUMENT_SERVER_URL: 'http://127.0.0.1:1',
    EDITOR_PUBLIC_BASE_URL: `http://127.0.0.1:${PORT}`,
    STOP_DRAIN_SECONDS: '0',
  }
}
