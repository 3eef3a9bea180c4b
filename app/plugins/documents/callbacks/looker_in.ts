import { identifiersIn } from '#kernel/http/query_parameters'
import type { CallbackPayload } from '../editor/callback_payload.js'
import { hasRuns } from '../notices/contributors.js'

type Told = Pick<CallbackPayload, 'status' | 'users' | 'actions' | 'history' | 'notModified'>

/**
 * Who left last, where nobody is said to have changed anything: they came back to lost work and looked, or what they changed
 * is not told as theirs, for the document server was started anew since. `null` where somebody surely did, or where no history
 * came at all: of what goes on from lost work there is always one, and it is empty.
 */
export function lookerIn({ status, users, actions, history, notModified }: Told): number | null {
  const isNamed = users[0] !== undefined && users[0] === actions[0]?.userId
  if (status !== FINAL || !isNamed || notModified !== undefined) return null
  if (history === undefined || hasRuns(history)) return null
  return identifiersIn([users[0]])[0] ?? null
}

const FINAL = 2
