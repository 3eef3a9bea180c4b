/**
 * The id of a user at the document server. The server appends a number for each connection: without a mark, connection 11
 * of user 1 and connection 1 of user 11 would have the same id.
 */
export function editorIdOf(userId: number | string): string {
  return `${userId}${MARK}`
}

export function userIdIn(editorId: string): string {
  return editorId.replace(MARKED, '$1')
}

export function withUserId(change: unknown): unknown {
  if (!isMembers(change) || !isMembers(change.user) || typeof change.user.id !== 'string')
    return change
  return { ...change, user: { ...change.user, id: userIdIn(change.user.id) } }
}

export function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MARK = '.'
const MARKED = /^(\d+)\.$/
