import { isDeepStrictEqual } from 'node:util'

/**
 * Whether two changes of a session are the same one. Its user and its time tell that; a name does not: where somebody is
 * erased, it is replaced in what is kept, and the document server goes on sending it.
 */
export function isSameChange(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other) || isDeepStrictEqual(nameless(one), nameless(other))
}

/** Beside their id: these are the names that an erasure replaces. */
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
