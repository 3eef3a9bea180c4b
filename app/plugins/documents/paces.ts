import { spend } from '#kernel/rate_limit/main'

interface Pace {
  aMinute: number
  anHour?: number
  /** The message of the refusal. */
  spent: string
}

const PACES = {
  'created': { aMinute: 120, spent: 'You have made as many documents as one may in a minute' },
  /** The document server is notified of each new title. */
  'renamed': { aMinute: 60, spent: 'You have renamed documents as often as one may in a minute' },
  /** The document server is asked about each. */
  'deleted': { aMinute: 1_000, spent: 'You have deleted as many documents as one may in a minute' },
  'converted': { aMinute: 60, spent: 'You have begun as many conversions as one may in a minute' },
  /** An export reads every version. */
  'exports': { aMinute: 30, anHour: 300, spent: 'You have exported documents as often as one may' },
  /** A restored version stays. */
  'restores': { aMinute: 30, anHour: 200, spent: 'You have restored versions as often as one may' },
  /** Each notifies people. */
  'submissions': {
    aMinute: 30,
    anHour: 200,
    spent: 'You have submitted documents as often as one may',
  },
  /** A submitted form stays as a version. */
  'forms': {
    aMinute: 20,
    anHour: 200,
    spent: 'This person has submitted as many forms as one may; the form stays filled in',
  },
  'shares': { aMinute: 60, spent: 'You have shared documents as often as one may in a minute' },
  'mentions': { aMinute: 20, spent: 'You have mentioned people as often as one may in a minute' },
  'forced saves': {
    aMinute: 60,
    spent: 'You have had documents saved as often as one may in a minute',
  },
} satisfies Record<string, Pace>

/** A limit per user. Its function throws E_TOO_MANY_REQUESTS. */
function paceOf(name: keyof typeof PACES) {
  const { aMinute, anHour, spent }: Pace = PACES[name]
  const quota = { name: `documents:${name}`, spent }
  const spans = [{ most: aMinute, duration: '1 minute' }]
  if (anHour) spans.push({ most: anHour, duration: '1 hour' })
  return async (userId: number, amount = 1): Promise<void> => {
    for (const span of spans) await spend({ ...quota, ...span }, userId, amount)
  }
}

export const assertCreatingPace = paceOf('created')
export const assertRenamingPace = paceOf('renamed')
export const assertDeletingPace = paceOf('deleted')
export const assertConvertingPace = paceOf('converted')
export const assertExportingPace = paceOf('exports')
export const assertRestoringPace = paceOf('restores')
export const assertSubmissionPace = paceOf('submissions')
export const assertFormPace = paceOf('forms')
export const assertSharingPace = paceOf('shares')
export const assertMentioningPace = paceOf('mentions')
export const assertForceSavingPace = paceOf('forced saves')
