/**
 * The members of each callback in the order in which they were seen; one without a value is left
 * out, one that is `null` is not.
 */
import type { Participant } from './participant.js'
import type { Claims } from './tokens.js'

export const JOINED = 1
export const LEFT = 0
export const FORCED_BY_BUTTON = 2

export interface UserAction {
  type: number
  userid: string
}

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

export interface FinalSave extends SavedFiles {
  users: string[]
  actions: UserAction[]
  lastsave: string
  notmodified: boolean | null
}

export interface ForcedSave extends SavedFiles {
  users: string[]
  /** Only the button names who pressed it. */
  actions?: UserAction[]
  userdata?: string
  lastsave: string
  forcesavetype: number
  /** Only with a submitted form. */
  formsdataurl?: string
}

const present = (members: Claims): Claims =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

export const editing = (
  key: string,
  users: string[],
  actions?: UserAction[],
  userdata?: unknown
): Claims =>
  present({
    key,
    status: 1,
    users,
    actions,
    userdata,
  })

export const closedUnchanged = (key: string, actions?: UserAction[], userdata?: unknown): Claims =>
  present({
    key,
    status: 4,
    actions,
    userdata,
  })

/** Status 2, or 3 where the save failed on the server's side. */
export const finalSave = (key: string, save: FinalSave): Claims =>
  present({
    key,
    status: save.filetype === undefined ? 3 : 2,
    url: save.url,
    changesurl: save.changesurl,
    history: save.history,
    users: save.users,
    actions: save.actions,
    lastsave: save.lastsave,
    notmodified: save.notmodified,
    filetype: save.filetype,
  })

/** Status 6, or 7 where the save failed on the server's side. */
export const forcedSave = (key: string, save: ForcedSave): Claims =>
  present({
    key,
    status: save.filetype === undefined ? 7 : 6,
    url: save.url,
    changesurl: save.changesurl,
    history: save.history,
    users: save.users,
    actions: save.actions,
    userdata: save.userdata,
    lastsave: save.lastsave,
    forcesavetype: save.forcesavetype,
    formsdataurl: save.formsdataurl,
    filetype: save.filetype,
  })

/** How a session stands, as it is told upon a question; `users` is `null` where nobody and nothing is left. */
export const standing = (key: string, users: string[] | null, userdata: unknown) =>
  users ? editing(key, users, undefined, userdata) : closedUnchanged(key, undefined, userdata)

export const actionOf = ({ user }: Pick<Participant, 'user'>, type: number): UserAction => ({
  type,
  userid: user.id,
})
