/**
 * How somebody is called at the document server. It tells what is open apart by this and a number that it writes right behind
 * it: after a digit, the eleventh of user 1 and the first of user 11 are one there, write over each other unseen, and whoever
 * of them leaves is not seen to.
 */
export function editorIdOf(userId: number | string): string {
  return `${userId}${MARK}`
}

/** Of ids that come back. */
export function userIdIn(editorId: string): string {
  return editorId.replace(MARKED, '$1')
}

/** The same of whoever made a change, as a history tells them. */
export function withUserId(change: unknown): unknown {
  if (!isMembers(change) || !isMembers(change.user) || typeof change.user.id !== 'string')
    return change
  return { ...change, user: { ...change.user, id: userIdIn(change.user.id) } }
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MARK = '.'
const MARKED = /^(\d+)\.$/
