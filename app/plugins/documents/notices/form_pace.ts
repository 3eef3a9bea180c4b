import { withLimiter } from '#kernel/rate_limit/main'

/** How often whose form it is hears of what was submitted: a form may be filled in by thousands. */
const OF_ONE_FORM = { requests: 10, duration: '1 hour' }

/** How many more notices of a form there are to be, with the next one. */
export function noticesLeft(documentId: number): Promise<number> {
  return withLimiter(OF_ONE_FORM, (limiter) => limiter.remaining(keyOf(documentId)))
}

export async function noteNotice(documentId: number): Promise<void> {
  await withLimiter(OF_ONE_FORM, (limiter) => limiter.increment(keyOf(documentId)))
}

const keyOf = (documentId: number): string => `documents:form-notices:${documentId}`
