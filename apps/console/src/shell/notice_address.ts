import type { LocationQueryRaw, RouteLocationRaw } from 'vue-router'

/** Where a notice leads, by the data that its plugin gives; `null` where it leads nowhere. */
export function addressOf(data: unknown): RouteLocationRaw | null {
  const { documentId, actionLink } = (data ?? {}) as Record<string, unknown>
  if (typeof documentId !== 'number') return null
  const query: LocationQueryRaw = actionLink ? { action: JSON.stringify(actionLink) } : {}
  return { path: `/documents/documents/${documentId}`, query }
}
