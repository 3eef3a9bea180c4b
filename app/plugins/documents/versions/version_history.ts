import { withUserId } from '../editor/editor_ids.js'

/** `history` as the document server sends it with a save. */
export interface VersionHistory {
  serverVersion?: string
  changes?: unknown
}

/** It may be long, so it is kept as text, and parsed by whoever needs it alone. */
export function historyText(history: VersionHistory | null | undefined): string | null {
  return history ? JSON.stringify(history) : null
}

/** Ids of people as nodes of 0.2.0 keep them: as they come. */
export function historyIn(text: string | null): VersionHistory | null {
  if (text === null) return null
  const history = JSON.parse(text) as VersionHistory
  const { changes } = history
  return Array.isArray(changes) ? { ...history, changes: changes.map(withUserId) } : history
}
