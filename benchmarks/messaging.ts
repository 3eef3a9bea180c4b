import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Service } from './harness/service.js'
import { raise, type Stage } from './harness/stage.js'
import { markdownTable, publish, ratio } from './harness/table.js'
import { Company } from './messaging/company.js'
import type { Outcome, Task } from './messaging/crowd.js'
import { populate, type Population, type Which } from './messaging/population.js'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 10_000)
const SETTLE_MS = 3_000
const BOTH: readonly Which[] = ['floor', 'service']

interface Rate {
  perSecond: number
  cpuMicros: number
  refusals: number
}

interface Idle {
  held: number
  kibEach: number
  openedPerSecond: number
}

type Compared<Figure> = Record<Which, Figure>

const ENVIRONMENT = {
  IM_FRAMES_PER_SECOND: '1000000',
  IM_BYTES_PER_HOUR: '10gb',
  NODE_OPTIONS: `--expose-gc --import=${fileURLToPath(new URL('./harness/gc_on_signal.js', import.meta.url))}`,
}

/** Idle sockets, fan-out, durable messages and their delay, beside a bare `ws` server. */
export async function benchMessaging(): Promise<void> {
  const stage = await raise(ENVIRONMENT, 'benchmarks/floor/sockets.ts')
  try {
    const population = await populate(stage)
    const idle = await each((which) => holdIdle(stage[which], population, which))
    const fanOut = await compare(stage, (which) => fanOutTask(population, which))
    const pairs = await compare(stage, (which) => pairsTask(population, which))
    const half = Math.floor(pairs.service.perSecond / 2)
    const delay = await each((which) => Company.outcomeOf(pacedTask(population, which, half)))
    publish('messaging', 'Messaging beside bare ws', report({ idle, fanOut, pairs, half, delay }))
  } finally {
    await stage.close()
  }
}

async function each<Figure>(work: (which: Which) => Promise<Figure>): Promise<Compared<Figure>> {
  const [floor, service] = [await work('floor'), await work('service')]
  return { floor, service }
}

/** The first crowd only warms up: code is compiled, pools are filled. */
async function holdIdle(server: Service, population: Population, which: Which): Promise<Idle> {
  const warm = await Company.gather({ kind: 'idle', seats: population.crowd(which, 500) })
  await warm.letGo()
  const before = await restingMemory(server)
  const company = await Company.gather({ kind: 'idle', seats: population.crowd(which, SOCKETS) })
  const after = await restingMemory(server)
  const { count, seconds } = company.outcome
  await company.letGo()
  await pause(SETTLE_MS)
  return {
    held: count,
    kibEach: ((after - before) * 1024) / count,
    openedPerSecond: count / seconds,
  }
}

async function restingMemory(server: Service): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await pause(SETTLE_MS / 3)
    server.collectGarbage()
  }
  await pause(SETTLE_MS)
  return server.memoryMiB()
}

function fanOutTask(population: Population, which: Which): Task {
  return { kind: 'fanOut', ...population.group(which), underWay: 16, seconds: SECONDS }
}

function pairsTask(population: Population, which: Which): Task {
  return { kind: 'pairs', seats: population.pairs(which), underWay: 4, seconds: SECONDS }
}

function pacedTask(population: Population, which: Which, perSecond: number): Task {
  return { kind: 'paced', seats: population.pairs(which), perSecond, seconds: SECONDS * 2 }
}

/** Medians of interleaved rounds, after one of each that does not count. */
async function compare(stage: Stage, taskOf: (which: Which) => Task): Promise<Compared<Rate>> {
  const rounds: Compared<Rate[]> = { floor: [], service: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const which of BOTH) {
      const rate = await measure(stage[which], taskOf(which))
      if (round > 0) rounds[which].push(rate)
    }
  }
  return { floor: median(rounds.floor), service: median(rounds.service) }
}

async function measure(server: Service, task: Task): Promise<Rate> {
  let before = 0
  const { count, seconds, refusals } = await Company.outcomeOf(task, () => {
    before = server.cpuMicros()
  })
  const cpuMicros = (server.cpuMicros() - before) / Math.max(1, count)
  return { perSecond: count / seconds, cpuMicros, refusals }
}

function median(rates: Rate[]): Rate {
  const middle = (pick: (rate: Rate) => number) =>
    rates.map(pick).sort((a, b) => a - b)[Math.floor(rates.length / 2)]!
  return {
    perSecond: middle((rate) => rate.perSecond),
    cpuMicros: middle((rate) => rate.cpuMicros),
    refusals: rates.reduce((sum, rate) => sum + rate.refusals, 0),
  }
}

interface Figures {
  idle: Compared<Idle>
  fanOut: Compared<Rate>
  pairs: Compared<Rate>
  half: number
  delay: Compared<Outcome>
}

function report({ idle, fanOut, pairs, half, delay }: Figures): string {
  const head = ['', 'bare ws', 'Chancery', 'ratio', 'aim']
  const row = (name: string, floor: number, service: number, aim: string, digits = 0) => [
    name,
    floor.toFixed(digits),
    service.toFixed(digits),
    ratio(service, floor),
    aim,
  ]
  const rows = [
    row('idle sockets held', idle.floor.held, idle.service.held, '≥ 10,000'),
    row('KiB for each idle socket', idle.floor.kibEach, idle.service.kibEach, '≤ 1.5', 1),
    row('sockets opened/s', idle.floor.openedPerSecond, idle.service.openedPerSecond, ''),
    row(
      'fan-out to 1,000: deliveries/s',
      fanOut.floor.perSecond,
      fanOut.service.perSecond,
      '≥ 0.9'
    ),
    row('— CPU µs a delivery', fanOut.floor.cpuMicros, fanOut.service.cpuMicros, '', 2),
    row('durable pairs: messages/s', pairs.floor.perSecond, pairs.service.perSecond, '≥ 0.6'),
    row('— CPU µs a message', pairs.floor.cpuMicros, pairs.service.cpuMicros, '', 1),
    row(`delay at ${half}/s, p50 ms`, delay.floor.p50, delay.service.p50, '', 1),
    row(`delay at ${half}/s, p99 ms`, delay.floor.p99, delay.service.p99, '', 1),
  ]
  const refusals = fanOut.service.refusals + pairs.service.refusals + delay.service.refusals
  return [
    markdownTable(head, rows),
    '',
    `- ${refusals} refusals; delays are counted from when a message was due, and lost nothing: ${delay.service.count} of ${half * SECONDS * 2} came`,
    `- medians of ${ROUNDS} rounds of ${SECONDS} s, interleaved; clients in another process; PostgreSQL and Redis on loopback`,
    '- the floor fans out without storing; for the pairs it inserts the same rows with `pg`, in batches alike',
  ].join('\n')
}
