/** `history` as the document server sends it with a save. */
export interface VersionHistory {
  serverVersion?: string
  changes?: unknown
}

/** It may be long, so it is kept as text, and parsed by whoever needs it alone. */
export function historyText(history: VersionHistory | null | undefined): string | null {
  return history ? JSON.stringify(history) : null
}

export function historyIn(text: string | null): VersionHistory | null {
  return text === null ? null : (JSON.parse(text) as VersionHistory)
}
