import fc from 'fast-check'
import type { Operation } from '../requests/operations.js'
import { Ask, NOBODY } from './ask.js'
import { TimePasses } from './time.js'

/** How often an operation is asked for; once where nothing is said. */
const WEIGHTS: readonly (readonly [operation: RegExp, weight: number])[] = [
  [/^POST \/app\/auth\/login$/, 8],
  [/^(POST|DELETE) \/app\/document\/\{id\}\/shares/, 4],
  [/^(PUT|POST) \/app\/system\/(users|roles)(\/\{id\}\/(roles|status|menus|data-scope))?$/, 3],
  [/^PUT \/app\/system\/(users|departments|roles|menus)\/\{id\}$/, 3],
  [/^GET \/app\/(document|files|system\/users|system\/departments)(\/\{id\})?$/, 3],
  [/^POST \/app\/document\/\{id\}\/(submit|review)$/, 3],
  [/^(POST|DELETE) \/app\/document(\/\{id\})?$/, 2],
  [/^POST \/app\/(files|document\/trash\/\{id\}\/restore)$/, 2],
  [/^GET \/app\/document\/trash$/, 2],
]

export function steps(operations: readonly Operation[], most: number, replayPath?: string) {
  const weighted = operations.flatMap((one) => {
    const name = `${one.method} ${one.path}`
    const weight = WEIGHTS.find(([pattern]) => pattern.test(name))?.[1] ?? 1
    return Array.from({ length: weight }, () => one)
  })
  const ask = fc
    .record({
      operation: fc.constantFrom(...weighted),
      who: fc.nat(NOBODY),
      seed: fc.nat(),
      isStale: fc.nat(11).map((number) => number === 11),
    })
    .map((drawn) => new Ask(drawn))
  const time = fc.constantFrom(2, 2, 2, 35).map((minutes) => new TimePasses(minutes))
  const often = Array.from({ length: 60 }, () => ask)
  return fc.commands([...often, time], { maxCommands: most, size: 'max', replayPath })
}
