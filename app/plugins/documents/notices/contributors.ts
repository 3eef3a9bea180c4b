import { identifiersIn } from '#kernel/http/query_parameters'
import type { VersionHistory } from '../versions/version_history.js'

const MOST = 200

interface Carried {
  authorId: number | null
  history: VersionHistory | null
  concerned?: readonly number[] | null
}

/** Ids of those whose work a version carries: whoever changed last, all whom its history names, and who else may have. */
export function contributorsOf({ authorId, history, concerned }: Carried): number[] {
  const named = runsOf(history).map((run) => (run as { user?: { id?: unknown } } | null)?.user?.id)
  const ids = identifiersIn([authorId, ...named, ...(concerned ?? [])])
  return [...new Set(ids)].slice(0, MOST)
}

/** Whether a history says who changed something. */
export function hasRuns(history: VersionHistory | null): boolean {
  return runsOf(history).length > 0
}

function runsOf(history: VersionHistory | null): readonly unknown[] {
  return Array.isArray(history?.changes) ? history.changes : []
}
