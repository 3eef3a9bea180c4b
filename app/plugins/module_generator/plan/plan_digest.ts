import { createHash } from 'node:crypto'

/** What a plan is known by, in whatever order its members are written. */
export function planDigest(plan: unknown): string {
  return createHash('sha256').update(JSON.stringify(plan, inOrder)).digest('hex')
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
