import { isDeepStrictEqual } from 'node:util'

/**
 * Whether two changes of a session are the same one. Whose it is, and when it was made, tells that; a name does not: where
 * somebody is erased, it is put away in what is kept, and the document server goes on telling it.
 */
export function isSameChange(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other) || isDeepStrictEqual(nameless(one), nameless(other))
}

/** Beside their number: these are the names that an erasure puts away. */
export function isNamed(value: object): value is { id: string | number; name: unknown } {
  if (!('id' in value && 'name' in value)) return false
  return typeof value.id === 'string' || typeof value.id === 'number'
}

function nameless(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(nameless)
  const isToldOf = isNamed(value)
  const told = Object.entries(value).filter(([key]) => !(isToldOf && key === 'name'))
  return Object.fromEntries(told.map(([key, one]) => [key, nameless(one)]))
}
