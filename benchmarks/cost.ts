import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { trialsOfClerk, trialsOfNobody, type Trial } from './cost/trials.js'
import { DocumentServer, SECRET, Session } from './documents/document_server.js'
import type { Figure } from './harness/figures.js'
import type { Options } from './harness/options.js'
import { adminToken, bearer } from './harness/people.js'
import { figure } from './harness/rounds.js'
import { raise, type Side, type SideName } from './harness/stage.js'

/** Another process may have been counted in, a collector at work: what is dear once and cheap again is cheap. */
const TRIES = 5
/** Requests of one trial that are sent at once: fewer than the rate limit lets one address send in a second. */
const TOGETHER = 90
const WITNESS = new URL('./cost/witness.js', import.meta.url)
const PROBE = new URL('./cost/probe.js', import.meta.url).href
const CHANGE = { created: '2026-01-01 00:00:00', user: { id: '1', name: 'Ann' } }

interface Cost {
  /** Of all threads, for one request. */
  cpuMs: number
  /** Longest work of the loop between two turns. */
  turnMs: number
}

interface Costs {
  nobody: Cost
  clerk: Cost
  callback: Cost
  /** Longest request of somebody else while one trial is sent over many connections at once, in milliseconds. */
  delayMs: number
}

/** What hostile requests cost: the dearest of nobody, of somebody who may call everything, and of the document server. */
export async function benchCost(options: Options): Promise<Figure[]> {
  const server = await DocumentServer.start()
  try {
    const sides = await raise(options, {
      env: {
        NODE_OPTIONS: `--import=${PROBE}`,
        LOG_LEVEL: 'fatal',
        EDITOR_ENABLED: 'true',
        EDITOR_JWT_SECRET: SECRET,
        EDITOR_DOCUMENT_SERVER_URL: server.url,
      },
    })
    const costs = new Map<SideName, Costs[]>()
    for (const side of sides) costs.set(side.name, [await measureAll(side)])
    return [
      figure('cost: dearest request of nobody, CPU', 'ms', costs, ({ nobody }) => nobody.cpuMs),
      figure('cost: dearest request of a clerk, CPU', 'ms', costs, ({ clerk }) => clerk.cpuMs),
      figure('cost: longest turn for nobody', 'ms', costs, ({ nobody }) => nobody.turnMs),
      figure('cost: longest turn for a clerk', 'ms', costs, ({ clerk }) => clerk.turnMs),
      figure('cost: longest turn for a callback', 'ms', costs, ({ callback }) => callback.turnMs),
      figure(`cost: delay of others, ${TOGETHER} at once`, 'ms', costs, ({ delayMs }) => delayMs),
    ]
  } finally {
    server.stop()
  }
}

async function measureAll(side: Side): Promise<Costs> {
  const token = await adminToken(side)
  const session = await Session.open(side, token)
  const history = { serverVersion: '9', changes: Array(60_000).fill(CHANGE) }
  const callback: Trial = {
    name: 'a long history',
    run: async () => {
      await session.tell({ status: 1, history })
      return 1
    },
  }
  const port = Number(new URL(side.service.url).port)
  const [ofNobody, ofClerk] = [trialsOfNobody(port), trialsOfClerk(port, bearer(token))]
  return {
    nobody: await dearest(side, 'nobody', ofNobody),
    clerk: await dearest(side, 'clerk', ofClerk),
    callback: await dearest(side, 'document server', [callback]),
    delayMs: await longestDelay(side, token, [...ofNobody, ...ofClerk]),
  }
}

/** The most of all trials, each the least of its tries. */
async function longestDelay(side: Side, token: string, trials: readonly Trial[]): Promise<number> {
  let most = 0
  for (const trial of trials.filter(({ together }) => together)) {
    const tries: number[] = []
    while (tries.length < TRIES) tries.push(await delayBy(side, token, trial))
    const least = Math.min(...tries)
    process.stderr.write(`  ${side.name}, at once: ${trial.name}: delay ${least.toFixed(1)} ms\n`)
    most = Math.max(most, least)
  }
  return most
}

async function delayBy({ service }: Side, token: string, trial: Trial): Promise<number> {
  const workerData = { url: `${service.url}/app/auth/user/info`, headers: bearer(token) }
  const witness = new Worker(WITNESS, { workerData, execArgv: [] })
  await once(witness, 'message')
  await Promise.all(Array.from({ length: TOGETHER }, () => trial.run()))
  witness.postMessage('end')
  const [delayMs] = (await once(witness, 'message')) as [number]
  await witness.terminate()
  return delayMs
}

/** The most that any of them takes, each the least of its tries. */
async function dearest(side: Side, actor: string, trials: readonly Trial[]): Promise<Cost> {
  const most = { cpuMs: 0, turnMs: 0 }
  for (const trial of trials) {
    await trial.run()
    const tries: Cost[] = []
    while (tries.length < TRIES) tries.push(await attempt(side, trial))
    const least = (pick: (cost: Cost) => number) => Math.min(...tries.map(pick))
    const [cpuMs, turnMs] = [least((one) => one.cpuMs), least((one) => one.turnMs)]
    process.stderr.write(
      `  ${side.name}, ${actor}: ${trial.name}: ${cpuMs.toFixed(1)} ms of CPU, turn ${turnMs.toFixed(1)} ms\n`
    )
    most.cpuMs = Math.max(most.cpuMs, cpuMs)
    most.turnMs = Math.max(most.turnMs, turnMs)
  }
  return most
}

async function attempt({ service: { child } }: Side, trial: Trial): Promise<Cost> {
  const figures = async () => {
    child.send('figures')
    for (;;) {
      const [message] = (await once(child, 'message')) as [{ figures?: Record<string, number> }]
      if (message.figures) return message.figures
    }
  }
  const before = await figures()
  const requests = await trial.run()
  const after = await figures()
  return {
    cpuMs: (after.cpuMicros! - before.cpuMicros!) / 1000 / requests,
    turnMs: after.turnMicros! / 1000,
  }
}
