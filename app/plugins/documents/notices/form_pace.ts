import limiter from '@adonisjs/limiter/services/main'

/** How often whose form it is hears of what was submitted: a form may be filled in by thousands. */
const OF_ONE_FORM = { requests: 10, duration: '1 hour' }

/** How many more notices of a form there are to be, with the next one. */
export async function noticesLeft(documentId: number): Promise<number> {
  const told = await limiter.use(OF_ONE_FORM).get(keyOf(documentId))
  return told ? told.remaining : OF_ONE_FORM.requests
}

export async function noteNotice(documentId: number): Promise<void> {
  await limiter.use(OF_ONE_FORM).increment(keyOf(documentId))
}

const keyOf = (documentId: number): string => `documents:form-notices:${documentId}`
