import { spend } from '#kernel/rate_limit/quota'

interface Pace {
  name: string
  aMinute: number
  anHour?: number
  /** The message of the refusal. */
  spent: string
}

/** A limit per user. Its function throws E_TOO_MANY_REQUESTS. */
function paceOf({ name, aMinute, anHour, spent }: Pace) {
  const quota = { name: `documents:${name}`, spent }
  const spans = [{ most: aMinute, duration: '1 minute' }]
  if (anHour) spans.push({ most: anHour, duration: '1 hour' })
  return async (userId: number, amount = 1): Promise<void> => {
    for (const span of spans) await spend({ ...quota, ...span }, userId, amount)
  }
}

export const assertCreatingPace = paceOf({
  name: 'created',
  aMinute: 120,
  spent: 'You have made as many documents as one may in a minute',
})

/** The document server is notified of each new title. */
export const assertRenamingPace = paceOf({
  name: 'renamed',
  aMinute: 60,
  spent: 'You have renamed documents as often as one may in a minute',
})

/** For deleting many documents at once: the document server is asked about each. */
export const assertDeletingPace = paceOf({
  name: 'deleted',
  aMinute: 1_000,
  spent: 'You have deleted as many documents as one may in a minute',
})

export const assertConvertingPace = paceOf({
  name: 'converted',
  aMinute: 60,
  spent: 'You have begun as many conversions as one may in a minute',
})

/** An export reads every version. */
export const assertExportingPace = paceOf({
  name: 'exports',
  aMinute: 30,
  anHour: 300,
  spent: 'You have exported documents as often as one may',
})

/** A restored version stays. */
export const assertRestoringPace = paceOf({
  name: 'restores',
  aMinute: 30,
  anHour: 200,
  spent: 'You have restored versions as often as one may',
})

/** For submitting, withdrawing and replacing handlers: each notifies people. */
export const assertSubmissionPace = paceOf({
  name: 'submissions',
  aMinute: 30,
  anHour: 200,
  spent: 'You have submitted documents as often as one may',
})

/** A submitted form stays as a version. */
export const assertFormPace = paceOf({
  name: 'forms',
  aMinute: 20,
  anHour: 200,
  spent: 'This person has submitted as many forms as one may; the form stays filled in',
})

export const assertSharingPace = paceOf({
  name: 'shares',
  aMinute: 60,
  spent: 'You have shared documents as often as one may in a minute',
})

export const assertMentioningPace = paceOf({
  name: 'mentions',
  aMinute: 20,
  spent: 'You have mentioned people as often as one may in a minute',
})

export const assertForceSavingPace = paceOf({
  name: 'forced saves',
  aMinute: 60,
  spent: 'You have had documents saved as often as one may in a minute',
})
