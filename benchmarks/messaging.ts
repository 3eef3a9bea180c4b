import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Figure } from './harness/figures.js'
import { upTo, type Options } from './harness/options.js'
import { figure, interleaved } from './harness/rounds.js'
import { raise, type Side } from './harness/stage.js'
import { Company } from './messaging/company.js'
import type { Task } from './messaging/crowd.js'
import { populate, type Population } from './messaging/population.js'

const SOCKETS = 10_000
const SETTLE_MS = 2_000
const WARM_UP_SECONDS = 1

const ENVIRONMENT = {
  NODE_OPTIONS: `--expose-gc --import=${fileURLToPath(new URL('./harness/gc_on_signal.js', import.meta.url))}`,
}

const VALUES = {
  'messaging.framesPerSecond': 1_000_000,
  'messaging.frameBurst': 4_000_000,
  'messaging.framesPerSecondOfUser': 4_000_000,
}

/** Idle sockets, fan-out, durable messages and their delay, beside a bare `ws` server. */
export async function benchMessaging(options: Options): Promise<Figure[]> {
  const sides = await raise(options, { env: ENVIRONMENT, values: VALUES, floor: 'sockets' })
  const population = await populate(sides)
  const fanOut = (side: Side, seconds: number): Task => {
    return { kind: 'fanOut', ...population.group(side), underWay: 16, seconds }
  }
  const pairs = (side: Side, seconds: number): Task => {
    return { kind: 'pairs', seats: population.pairs(side), underWay: 4, seconds }
  }
  const idle = await idleFigures(sides, population, upTo(SOCKETS, options))
  const delivered = await rates('messaging: fan-out to 1,000', sides, options, fanOut)
  const stored = await rates('messaging: durable messages', sides, options, pairs)
  const half = Math.floor(stored[0]!.ours / 2)
  return [...idle, ...delivered, ...stored, ...(await delays(sides, population, half, options))]
}

async function idleFigures(
  sides: readonly Side[],
  population: Population,
  sockets: number
): Promise<Figure[]> {
  const idle = await interleaved(sides, 1, (side) => holdIdle(side, population, sockets))
  return [
    figure('messaging: idle sockets held', 'sockets', idle, ({ held }) => held),
    figure('messaging: memory of an idle socket', 'KiB', idle, ({ kibEach }) => kibEach),
    figure('messaging: sockets opened', 'sockets/s', idle, ({ perSecond }) => perSecond),
  ]
}

/** The first crowd only warms up: code is compiled, pools are filled. */
async function holdIdle(side: Side, population: Population, sockets: number) {
  const warm = await Company.gather({ kind: 'idle', seats: population.crowd(side, 500) })
  await warm.letGo()
  const before = await restingMemory(side)
  const company = await Company.gather({ kind: 'idle', seats: population.crowd(side, sockets) })
  const after = await restingMemory(side)
  const { count: held, seconds } = company.outcome
  await company.letGo()
  await pause(SETTLE_MS)
  return { held, kibEach: ((after - before) * 1024) / held, perSecond: held / seconds }
}

async function restingMemory({ service }: Side): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await pause(SETTLE_MS / 2)
    service.collectGarbage()
  }
  await pause(SETTLE_MS)
  return service.memoryMiB()
}

async function rates(
  name: string,
  sides: readonly Side[],
  { rounds, seconds }: Options,
  taskOf: (side: Side, seconds: number) => Task
): Promise<Figure[]> {
  await interleaved(sides, 1, (side) => measure(side, taskOf(side, WARM_UP_SECONDS)))
  const results = await interleaved(sides, rounds, (side) => measure(side, taskOf(side, seconds)))
  const failed = results.get('ours')!.reduce((sum, { refusals }) => sum + refusals, 0)
  const rate = figure(name, 'messages/s', results, ({ perSecond }) => perSecond)
  const cpu = figure(`${name}, CPU`, 'µs a message', results, ({ cpuMicros }) => cpuMicros)
  return [{ ...rate, failed }, cpu]
}

async function measure({ service }: Side, task: Task) {
  let before = 0
  const { count, seconds, refusals } = await Company.outcomeOf(task, () => {
    before = service.cpuMicros()
  })
  const cpuMicros = (service.cpuMicros() - before) / Math.max(1, count)
  return { perSecond: count / seconds, cpuMicros, refusals }
}

/** At half of what ours stores when it is asked as fast as it answers; nothing is lost. */
async function delays(
  sides: readonly Side[],
  population: Population,
  perSecond: number,
  { seconds }: Options
): Promise<Figure[]> {
  const results = await interleaved(sides, 1, (side) =>
    Company.outcomeOf({ kind: 'paced', seats: population.pairs(side), perSecond, seconds })
  )
  const delay = figure('messaging: delay, p50', 'ms', results, ({ p50 }) => p50)
  const failed = Math.ceil(perSecond * seconds) - results.get('ours')![0]!.count
  const longest = figure('messaging: delay, p99', 'ms', results, ({ p99 }) => p99)
  return [{ ...delay, failed }, longest]
}
