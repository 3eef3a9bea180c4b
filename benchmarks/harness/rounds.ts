import type { Figure } from './figures.js'
import { measure, type Load, type Measure } from './load.js'
import type { Options } from './options.js'
import type { Side, SideName } from './stage.js'

const WARM_UP_SECONDS = 2

/** What belongs to each side; the floor uses what was made for ours. */
export type Of<Part> = (side: Side) => Part

/** Prepares each service. */
export async function prepared<Part>(
  sides: readonly Side[],
  work: (side: Side) => Promise<Part>
): Promise<Of<Part>> {
  const parts = new Map<SideName, Part>()
  for (const side of sides) if (side.name !== 'floor') parts.set(side.name, await work(side))
  return ({ name }) => parts.get(name === 'floor' ? 'ours' : name)!
}

/** Measures all sides in each round, every round beginning with another one. */
export async function interleaved<Result>(
  sides: readonly Side[],
  rounds: number,
  work: (side: Side) => Promise<Result>
): Promise<Map<SideName, Result[]>> {
  const results = new Map<SideName, Result[]>(sides.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const side = sides[(round + turn) % sides.length]!
      results.get(side.name)!.push(await work(side))
    }
  }
  return results
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** The median of a figure on each side. */
export function figure<Result>(
  name: string,
  unit: string,
  results: ReadonlyMap<SideName, readonly Result[]>,
  pick: (result: Result) => number
): Figure {
  const of = (side: SideName) => {
    const some = results.get(side)
    return some && median(some.map(pick))
  }
  return { name, unit, floor: of('floor'), ours: of('ours')!, other: of('other') }
}

/** Requests a second and CPU time a request under a load. */
export async function underLoad(
  name: string,
  sides: readonly Side[],
  { rounds, seconds }: Options,
  loadOf: Of<Load>
): Promise<Figure[]> {
  return underCalls(name, sides, rounds, (side, warmUp) =>
    measure(side.service, loadOf(side), warmUp ? Math.min(WARM_UP_SECONDS, seconds) : seconds)
  )
}

export async function underCalls(
  name: string,
  sides: readonly Side[],
  rounds: number,
  work: (side: Side, warmUp: boolean) => Promise<Measure>
): Promise<Figure[]> {
  await interleaved(sides, 1, (side) => work(side, true))
  const results = await interleaved(sides, rounds, (side) => work(side, false))
  const failed = results.get('ours')!.reduce((sum, { failures }) => sum + failures, 0)
  const rate = figure(name, 'requests/s', results, (one) => one.requestsPerSecond)
  const cpu = figure(`${name}, CPU`, 'µs a request', results, (one) => one.cpuMicrosPerRequest)
  return [{ ...rate, failed }, cpu]
}
