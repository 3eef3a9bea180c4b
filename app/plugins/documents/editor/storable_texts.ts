import type { CallbackPayload } from './callback_payload.js'
import { userIdIn, withUserId } from './editor_ids.js'

const LONGEST_TEXT = 1_000

/** As many people are hardly ever in one document; who they are is kept in a column of 64 KB. */
const MOST_PEOPLE = 800
const LONGEST_ID = 24

const MOST_MEMBERS = 50
const DEEPEST = 5

/** A text of the document server's, as every database can hold it: no save is refused for want of a letter. */
export function storable(text: string, longest = LONGEST_TEXT): string {
  return text.slice(0, longest).replaceAll('\0', '').toWellFormed()
}

/** Ids of people, by what the document server knows them as. */
export function storableIds(values: readonly unknown[]): string[] {
  return values.slice(0, MOST_PEOPLE).map(storableId)
}

export function storableId(value: unknown): string {
  return userIdIn(storable(typeof value === 'object' ? '' : String(value), LONGEST_ID))
}

/** Of a history what can be kept, and shown: the others are the document server's own business. */
export function storableHistory({
  serverVersion,
  changes,
}: Record<string, unknown>): NonNullable<CallbackPayload['history']> {
  return {
    ...(typeof serverVersion === 'string' ? { serverVersion: storable(serverVersion, 64) } : {}),
    ...(Array.isArray(changes)
      ? { changes: changes.map((change) => withUserId(bounded(change))) }
      : {}),
  }
}

/** The same of the same, so that histories can be compared. */
function bounded(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return null
  if (Array.isArray(value))
    return value.slice(0, MOST_MEMBERS).map((one) => bounded(one, depth + 1))
  const members = Object.entries(value).slice(0, MOST_MEMBERS)
  return Object.fromEntries(
    members.map(([name, one]) => [storable(name, 64), bounded(one, depth + 1)])
  )
}
