import {
  type RefusalClass,
  E_BAD_REQUEST,
  E_FORBIDDEN,
  E_NOT_FOUND,
  E_PAYLOAD_TOO_LARGE,
  E_TOO_SLOW,
  E_SYSTEM_BUSY,
  E_TOO_MANY_REQUESTS,
  E_UNAUTHENTICATED,
  E_UNAVAILABLE,
  E_UNSUPPORTED_TYPE,
  E_VALIDATION,
} from '#kernel/errors/main'
import type { Operation } from './operations.js'

const WRITES = new Set(['post', 'put', 'patch', 'delete'])
/** What the middleware before every route, and whatever breaks below it, may answer. */
const ALWAYS = [E_VALIDATION, E_TOO_MANY_REQUESTS, E_SYSTEM_BUSY, E_UNAVAILABLE]

/** What an operation may answer instead of its answer, by status: derived from its route, and declared. */
export function refusalsOf(operation: Operation): Map<number, RefusalClass[]> {
  const { access, contract, method, params } = operation
  const all = new Set<RefusalClass>([
    ...(WRITES.has(method)
      ? [E_BAD_REQUEST, E_TOO_SLOW, E_PAYLOAD_TOO_LARGE, E_UNSUPPORTED_TYPE]
      : []),
    ...(access.kind !== 'public' || contract.bearer ? [E_UNAUTHENTICATED] : []),
    ...(access.kind === 'permission' ? [E_FORBIDDEN] : []),
    ...(params.length > 0 ? [E_NOT_FOUND] : []),
    ...(contract.failures ?? []),
    ...ALWAYS,
  ])
  const inOrder = [...all].sort((a, b) => a.code.localeCompare(b.code))
  const byStatus = Map.groupBy(inOrder, ({ status }) => status)
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}
