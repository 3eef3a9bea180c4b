import { yieldIfDue } from '#kernel/workers/main'
import type { VersionHistory } from '../versions/version_history.js'
import { userIdIn, withUserId } from './editor_ids.js'

const LONGEST_TEXT = 1_000
const LONGEST_NAME = 64
const LONGEST_ID = 24

/** Their ids fit into a column of 64 KB. */
const MOST_PEOPLE = 800

const MOST_MEMBERS = 50
const DEEPEST = 5
const CHANGES_AT_ONCE = 100

/** A text in a form that every database accepts. */
export function storable(text: string, longest = LONGEST_TEXT): string {
  return text.slice(0, longest).replaceAll('\0', '').toWellFormed()
}

export function storableIds(values: readonly unknown[]): string[] {
  return values.slice(0, MOST_PEOPLE).map(storableId)
}

export function storableId(value: unknown): string {
  return userIdIn(storable(typeof value === 'object' ? '' : String(value), LONGEST_ID))
}

/** The members of a history that the editor needs to show it. Other requests are served while a long one is copied. */
export async function storableHistory(members: Record<string, unknown>): Promise<VersionHistory> {
  const { serverVersion, changes } = members
  const history: VersionHistory = {}
  if (typeof serverVersion === 'string')
    history.serverVersion = storable(serverVersion, LONGEST_NAME)
  if (Array.isArray(changes)) history.changes = await boundedChanges(changes)
  return history
}

async function boundedChanges(changes: readonly unknown[]): Promise<unknown[]> {
  const copies: unknown[] = []
  for (const change of changes) {
    copies.push(withUserId(bounded(change)))
    if (copies.length % CHANGES_AT_ONCE === 0) await yieldIfDue()
  }
  return copies
}

/** Deterministic, so that histories can be compared. */
function bounded(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return null
  if (Array.isArray(value))
    return value.slice(0, MOST_MEMBERS).map((one) => bounded(one, depth + 1))
  const members = Object.entries(value).slice(0, MOST_MEMBERS)
  return Object.fromEntries(
    members.map(([name, one]) => [storable(name, LONGEST_NAME), bounded(one, depth + 1)])
  )
}
