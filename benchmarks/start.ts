import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from './harness/figures.js'
import { upTo, type Options } from './harness/options.js'
import { postgresStatements, redisCommands, Relay } from './harness/relay.js'
import { figure, interleaved } from './harness/rounds.js'
import { raise, startAgain, type Side } from './harness/stage.js'

/** After a start, until what it began is over. */
const SETTLE_MS = 10_000
const REST_SECONDS = 60

/** How long a start takes, and what the service takes where nobody asks for anything. */
export async function benchStart(options: Options): Promise<Figure[]> {
  const sides = await raise(options)
  const first = await interleaved(sides, 1, async ({ service }) => service.readyAfterMs)
  await Promise.all(sides.map(({ service }) => service.stop()))
  const starts = await interleaved(sides, options.rounds, async (side) => {
    const { service } = await startAgain(side)
    await service.stop()
    return service
  })
  const restSeconds = upTo(REST_SECONDS, options)
  const resting = new Map(
    await Promise.all(
      sides.map(async (side) => [side.name, [await rest(side, restSeconds)]] as const)
    )
  )
  return [
    figure('start: ready, with all migrations', 'ms', first, (ms) => ms),
    figure('start: ready', 'ms', starts, ({ readyAfterMs }) => readyAfterMs),
    figure('start: CPU until ready', 'ms', starts, ({ startCpuMs }) => startCpuMs),
    figure('start: memory at rest', 'MiB', resting, ({ memoryMiB }) => memoryMiB),
    figure('start: statements at rest', 'a minute', resting, ({ statements }) => statements),
    figure('start: Redis calls at rest', 'a minute', resting, ({ commands }) => commands),
    figure('start: CPU at rest', 'ms a minute', resting, ({ cpuMs }) => cpuMs),
  ]
}

async function rest(side: Side, seconds: number) {
  const database = await Relay.before(side.env.DATABASE_URL!, postgresStatements)
  const redis = await Relay.before(side.env.REDIS_URL!, redisCommands)
  const { service } = await startAgain(side, {
    DATABASE_URL: database.url.href,
    REDIS_URL: redis.url.href,
  })
  await pause(SETTLE_MS)
  const figures = () => [database.asked, redis.asked, service.cpuMicros() / 1000] as const
  const before = figures()
  await pause(seconds * 1000)
  const [statements, commands, cpuMs] = figures().map(
    (value, index) => ((value - before[index]!) * 60) / seconds
  ) as [number, number, number]
  const memoryMiB = service.memoryMiB()
  await service.stop()
  database.stop()
  redis.stop()
  return { statements, commands, cpuMs, memoryMiB }
}
