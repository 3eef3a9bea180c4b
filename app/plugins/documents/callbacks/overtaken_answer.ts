import { identifiersIn } from '#kernel/http/query_parameters'
import type { CallbackPayload } from '../editor/callback_payload.js'
import { askedAtOf, comersSince } from '../sessions/question.js'
import { EDITING } from '../sessions/session_state.js'

const CLOSED = 4

/**
 * The document server sends its answer to a question, and the word that somebody comes, each by itself: whoever comes
 * in between may be known here before the answer is, which says nothing of them. It is taken as what it would have been a
 * moment later, when they were inside.
 */
export async function withComers(payload: CallbackPayload): Promise<CallbackPayload> {
  const { key, status, users, userdata } = payload
  const askedAt = askedAtOf(userdata)
  if (askedAt === null || (status !== EDITING && status !== CLOSED)) return payload
  const comers = await comersSince(key, askedAt)
  if (comers.length === 0) return payload
  const known = new Set(identifiersIn(users).map(String))
  const others = comers.filter((id) => !known.has(id))
  return { ...payload, status: EDITING, users: [...users, ...others] }
}
