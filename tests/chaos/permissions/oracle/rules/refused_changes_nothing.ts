import { isDone, type Rule } from '../event.js'

/** A second use of a refresh token ends its session, and says so by a refusal. */
const ENDS_SESSIONS = '/app/auth/refresh'

export const refusedChangesNothing: Rule = (event) => {
  const { request, changes, answer } = event
  if (isDone(event) || changes.length === 0) return []
  if (request.operation.path === ENDS_SESSIONS) return []
  const texts = changes.map(({ table, before, after }) =>
    `${table}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`.slice(0, 500)
  )
  return [`was refused with ${answer.status}, yet changed ${texts.join('; ')}`]
}
