/**
 * How somebody is called at the document server. It tells what is open apart by this and a number that it writes right behind
 * it: after a digit, the eleventh of user 1 and the first of user 11 are one there, write over each other unseen, and whoever
 * of them leaves is not seen to.
 */
export function editorIdOf(userId: number | string): string {
  return `${userId}${MARK}`
}

/** Of ids that come back; sessions that were opened before 0.3.0 know people by the digits alone. */
export function userIdIn(editorId: string): string {
  return editorId.replace(MARKED, '$1')
}

/** The same of whoever made a change, as a history tells them: one session may name somebody in both ways. */
export function withUserId(change: unknown): unknown {
  if (!isMembers(change) || !isMembers(change.user) || typeof change.user.id !== 'string')
    return change
  return { ...change, user: { ...change.user, id: userIdIn(change.user.id) } }
}

/** To reach somebody in whatever they have open, also in what was opened before 0.3.0. */
export function everyEditorIdOf(userIds: readonly string[]): string[] {
  return userIds.flatMap((userId) => [editorIdOf(userId), userId])
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MARK = '.'
const MARKED = /^(\d+)\.$/
