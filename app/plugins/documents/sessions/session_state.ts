/** How an editing session stands over there. */
export type SessionState =
  /** Nobody is inside, and all of it is saved; `isUnknown`: the document server knows nothing of it, or no more. */
  | { readonly kind: 'closed'; readonly isUnknown?: true }
  /** Nobody is inside, but changes are not saved yet: on their way, or left behind by a crash. */
  | { readonly kind: 'unsaved' }
  /** @see users ids as the editor knows them */
  | { readonly kind: 'edited'; readonly users: readonly string[] }

export const CLOSED: SessionState = Object.freeze({ kind: 'closed' })
export const UNKNOWN: SessionState = Object.freeze({ kind: 'closed', isUnknown: true })

/** A session, by its document and its key. */
export interface SessionKey {
  id: number
  editorKey: string
}

/** The status by which a callback says that somebody, or something, is left. */
export const EDITING = 1

/** As a callback tells it: users only while there is somebody, or something, left. */
export function stateOf(status: number, users: readonly string[]): SessionState {
  if (status !== EDITING) return CLOSED
  return users.length > 0 ? { kind: 'edited', users } : { kind: 'unsaved' }
}

/** Whether nobody is inside but them. */
export function areAmong(state: SessionState, users: readonly string[]): boolean {
  return state.kind !== 'edited' || state.users.every((user) => users.includes(user))
}

/** Whether one of them is inside; without names, anybody. */
export function hasInside(state: SessionState, users?: readonly string[]): boolean {
  if (state.kind !== 'edited') return false
  return users === undefined || state.users.some((user) => users.includes(user))
}
