import { identifiersIn } from '#kernel/http/query_parameters'

/** `history` as the document server sends it with a save. */
export interface VersionHistory {
  serverVersion?: string
  changes?: unknown
}

/** It may be long, so it is kept as text, and parsed only where it is needed. */
export function historyText(history: VersionHistory | null | undefined): string | null {
  return history ? JSON.stringify(history) : null
}

export function historyIn(text: string | null): VersionHistory | null {
  return text === null ? null : (JSON.parse(text) as VersionHistory)
}

export function changesIn(history: VersionHistory | null | undefined): readonly unknown[] {
  return Array.isArray(history?.changes) ? history.changes : []
}

/** Ids of the users whom a history names. */
export function usersIn(history: VersionHistory | null | undefined): number[] {
  const named = changesIn(history).map(
    (change) => (change as { user?: { id?: unknown } } | null)?.user?.id
  )
  return [...new Set(identifiersIn(named))]
}
