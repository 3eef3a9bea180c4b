import { spend } from '#kernel/rate_limit/quota'

interface Pace {
  /** What it counts. */
  name: string
  aMinute: number
  anHour?: number
  /** What whoever keeps to no pace is told. */
  spent: string
}

/** How often one person does something: more than anybody does by hand, and enough for a script. */
function paceOf({ name, aMinute, anHour, spent }: Pace) {
  const quota = { name: `documents:${name}`, spent }
  const spans = [{ most: aMinute, duration: '1 minute' }]
  if (anHour) spans.push({ most: anHour, duration: '1 hour' })
  return async (userId: number, amount = 1): Promise<void> => {
    for (const span of spans) await spend({ ...quota, ...span }, userId, amount)
  }
}

/** @throws E_TOO_MANY_REQUESTS */
export const assertCreatingPace = paceOf({
  name: 'created',
  aMinute: 120,
  spent: 'You have made as many documents as one may in a minute',
})

/** @throws E_TOO_MANY_REQUESTS */
export const assertRenamingPace = paceOf({
  name: 'renamed',
  aMinute: 60,
  spent: 'You have renamed documents as often as one may in a minute',
})

/** Of documents that are deleted together, or in a trash that is emptied: the document server is asked about each. @throws E_TOO_MANY_REQUESTS */
export const assertDeletingPace = paceOf({
  name: 'deleted',
  aMinute: 1_000,
  spent: 'You have deleted as many documents as one may in a minute',
})

/** @throws E_TOO_MANY_REQUESTS */
export const assertConvertingPace = paceOf({
  name: 'converted',
  aMinute: 60,
  spent: 'You have begun as many conversions as one may in a minute',
})

/** Each reads every version, and is noted. @throws E_TOO_MANY_REQUESTS */
export const assertExportingPace = paceOf({
  name: 'exports',
  aMinute: 30,
  anHour: 300,
  spent: 'You have exported documents as often as one may',
})

/** Each makes a version that is kept. @throws E_TOO_MANY_REQUESTS */
export const assertRestoringPace = paceOf({
  name: 'restores',
  aMinute: 30,
  anHour: 200,
  spent: 'You have restored versions as often as one may',
})

/** Submitting, taking back and replacing handlers, in all: each of it tells people. @throws E_TOO_MANY_REQUESTS */
export const assertSubmissionPace = paceOf({
  name: 'submissions',
  aMinute: 30,
  anHour: 200,
  spent: 'You have submitted documents as often as one may',
})

/** Of a form that is filled in: each makes a version that is kept. @throws E_TOO_MANY_REQUESTS */
export const assertFormPace = paceOf({
  name: 'forms',
  aMinute: 20,
  anHour: 200,
  spent: 'This person has submitted as many forms as one may; the form stays filled in',
})

/** @throws E_TOO_MANY_REQUESTS */
export const assertSharingPace = paceOf({
  name: 'shares',
  aMinute: 60,
  spent: 'You have shared documents as often as one may in a minute',
})

/** @throws E_TOO_MANY_REQUESTS */
export const assertMentioningPace = paceOf({
  name: 'mentions',
  aMinute: 20,
  spent: 'You have mentioned people as often as one may in a minute',
})

/** @throws E_TOO_MANY_REQUESTS */
export const assertForceSavingPace = paceOf({
  name: 'forced saves',
  aMinute: 60,
  spent: 'You have had documents saved as often as one may in a minute',
})
