import { isDeepStrictEqual } from 'node:util'

/**
 * Whether two changes of a history are the same, apart from names: an erasure replaces them here, and the document server
 * still sends the old ones.
 */
export function isSameChange(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(nameless(one), nameless(other))
}

/** A name beside the id of its user, as an erasure replaces it. */
export function isNamed(value: object): value is { id: string | number; name: unknown } {
  if (!('id' in value && 'name' in value)) return false
  return typeof value.id === 'string' || typeof value.id === 'number'
}

function nameless(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(nameless)
  const hasName = isNamed(value)
  const members = Object.entries(value).filter(([key]) => !(hasName && key === 'name'))
  return Object.fromEntries(members.map(([key, one]) => [key, nameless(one)]))
}
