import { PositionError } from './errors.js'
import type { KeptPosition, PositionStore } from './position_store.js'
import { isPromise } from './promises.js'

export interface ReadPositions {
  positions: KeptPosition[]
  /** What is in the store and no position, or no time. */
  faults: PositionError[]
}

const LARGEST = 2_147_483_647
const [EARLIEST, LATEST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')]
/** A time without a zone would be another one elsewhere. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/**
 * Takes from a store what the service takes: it refuses a list for one of its members. What is no position is left out, and
 * what is no time taken for unknown.
 *
 * @throws PositionError where it gives no list
 */
export function readPositions(store: PositionStore): ReadPositions {
  const read: ReadPositions = { positions: [], faults: [] }
  for (const kept of listOf(store)) take(kept, read)
  return read
}

/** Not without it: to begin elsewhere than where the application had come would lose messages. @throws PositionError */
function listOf(store: PositionStore): unknown[] {
  let given: unknown
  try {
    given = store.read()
    return Array.from(iterableOf(given))
  } catch (cause) {
    if (cause instanceof PositionError) throw cause
    throw new PositionError('cannot be read', given, { cause })
  }
}

function iterableOf(given: unknown): Iterable<unknown> {
  if (isPromise(given)) throw new PositionError('is a promise; read it before', given)
  if (typeof (given as Iterable<unknown> | null | undefined)?.[Symbol.iterator] === 'function')
    return given as Iterable<unknown>
  throw new PositionError('is no list', given)
}

function take(kept: unknown, { positions, faults }: ReadPositions): void {
  const [id, seq, createdAt] = (Array.isArray(kept) ? kept : []) as unknown[]
  const [place, reached] = [wholeFrom(id, 1), wholeFrom(seq, 0)]
  if (place === null || reached === null)
    return void faults.push(new PositionError('is no position and was left out', kept))

  const isUnknown = createdAt === undefined || createdAt === null
  const time = isUnknown ? undefined : timeOf(createdAt)
  if (!isUnknown && time === undefined)
    faults.push(new PositionError('has a createdAt that is no ISO 8601 time with a zone', kept))
  positions.push(time === undefined ? [place, reached] : [place, reached, time])
}

/** Drivers of databases give large numbers as text. */
function wholeFrom(value: unknown, least: number): number | null {
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  const isText = typeof value === 'string' && /^\d{1,10}$/.test(value)
  const number = isNumber || isText ? Number(value) : Number.NaN
  return Number.isInteger(number) && number >= least && number <= LARGEST ? number : null
}

function timeOf(value: unknown): string | undefined {
  const isText = typeof value === 'string' && ISO.test(value)
  const at = value instanceof Date ? value.getTime() : isText ? Date.parse(value) : Number.NaN
  return at >= EARLIEST && at <= LATEST ? new Date(at).toISOString() : undefined
}
