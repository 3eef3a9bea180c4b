import type { Predicate } from './predicate.js'

/** From here on PostgreSQL takes longer to plan `= any(array)`, which it weighs id by id, than to read a page by it. */
const FEWEST = 1_000
/** Bits of 64 KB. */
const LARGEST = 64 * 1024 * 8 - 1

interface Bits {
  largest: number
  text: string
}

const known = new WeakMap<readonly number[], Bits | null>()

/**
 * `column in ids` as a look into a map of bits, which costs the same for any number of ids and nothing to plan; no
 * index serves it. `null` where few ids, or ones too large, are better off with an array.
 */
export function oneOfManyIds(column: string, ids: readonly number[]): Predicate | null {
  if (ids.length < FEWEST) return null
  const bits = bitsOf(ids)
  if (!bits) return null
  return {
    sql: `case when ${column} between 0 and ? then get_bit(?::bytea, ${column}) = 1 else false end`,
    bindings: [bits.largest, bits.text],
  }
}

/** A reach is kept for many requests, so its map is drawn once. */
function bitsOf(ids: readonly number[]): Bits | null {
  const drawn = known.get(ids)
  if (drawn !== undefined) return drawn

  const bits = drawnOf(ids)
  known.set(Object.freeze(ids), bits)
  return bits
}

function drawnOf(ids: readonly number[]): Bits | null {
  const largest = ids.reduce((most, id) => Math.max(most, id), 0)
  if (largest > LARGEST || ids.some((id) => !Number.isSafeInteger(id) || id < 0)) return null

  const map = Buffer.alloc(Math.floor(largest / 8) + 1)
  for (const id of ids) map[id >> 3]! |= 1 << (id & 7)
  return { largest, text: `\\x${map.toString('hex')}` }
}
