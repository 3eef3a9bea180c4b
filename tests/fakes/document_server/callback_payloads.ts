import type { EditorUser } from './configuration.js'
import type { Claims } from './tokens.js'

export const JOINED = 1
export const LEFT = 0
export const FORCED_BY_BUTTON = 2

export interface HistoryChange {
  documentSha256: string
  created: string
  user: { id: string; name: string }
}

export interface History {
  serverVersion?: string
  changes?: HistoryChange[]
}

export interface SavedFiles {
  url?: string
  changesurl?: string
  history?: History
  filetype?: string
}

/** In the order in which the real server sends them. */
const MEMBERS = [
  ...(['key', 'status', 'url', 'changesurl', 'history', 'users', 'actions', 'userdata'] as const),
  ...(['lastsave', 'forcesavetype', 'formsdataurl', 'notmodified', 'filetype'] as const),
]

/** A member without a value is left out, one that is `null` is not. */
export const payloadOf = (members: Partial<Record<(typeof MEMBERS)[number], unknown>>): Claims =>
  Object.fromEntries(
    MEMBERS.filter((name) => members[name] !== undefined).map((name) => [name, members[name]])
  )

export const actionOf = ({ user }: { user: EditorUser }, type: number) => [
  { type, userid: user.id },
]
