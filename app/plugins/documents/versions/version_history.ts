import { identifiersIn } from '#kernel/contracts/main'

export interface VersionHistory {
  serverVersion?: string
  changes?: unknown
}

export function historyIn(text: string | null): VersionHistory | null {
  return text === null ? null : (JSON.parse(text) as VersionHistory)
}

export function changesIn(history: VersionHistory | null | undefined): readonly unknown[] {
  return Array.isArray(history?.changes) ? history.changes : []
}

export function usersIn(history: VersionHistory | null | undefined): number[] {
  const named = changesIn(history).map(
    (change) => (change as { user?: { id?: unknown } } | null)?.user?.id
  )
  return [...new Set(identifiersIn(named))]
}
