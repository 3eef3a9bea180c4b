import { randomUUID } from 'node:crypto'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentOpening from '../models/document_opening.js'

/** What goes with a question to the document server, and comes back with its answer. */
export interface Question {
  /** As no other one. */
  userdata: string
  /** The answer speaks of this moment or of later ones. */
  askedAt: number
}

export function newQuestion(): Question {
  const askedAt = clock.now()
  return { userdata: `${randomUUID()} ${askedAt}`, askedAt }
}

/** `null` where no question is named; never later than now, whatever the clock of who asked. */
export function askedAtOf(userdata: string | undefined): number | null {
  const moment = userdata?.match(MOMENT)?.[1]
  return moment === undefined ? null : Math.min(Number(moment), clock.now())
}

const MOMENT = / ([1-9]\d{11,14})$/

/**
 * Who came since it was asked, and was not seen to leave: the answer may be of before that, and come after the word of it.
 *
 * @returns ids as the editor knows them
 */
export async function comersSince(editorKey: string, askedAt: number): Promise<string[]> {
  const inside = await cameSince(editorKey, askedAt).orderBy('id')
  return [...new Set(inside.map(({ userId }) => String(userId)))]
}

/** With what they came. */
export function cameSince(editorKey: string, askedAt: number) {
  return DocumentOpening.query()
    .where({ editorKey })
    .where('joinedAt', '>=', toStored(askedAt))
    .whereNull('endedAt')
}

/** With what nobody is known to have come since. */
export function notSince(editorKey: string, moment: number | null) {
  const openings = DocumentOpening.query().where({ editorKey })
  if (moment === null) return openings
  return openings.where((earlier) => {
    void earlier.whereNull('joinedAt').orWhere('joinedAt', '<', toStored(moment))
  })
}
