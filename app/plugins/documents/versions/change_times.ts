import { changesOf, type SaveTrace } from './save_order.js'

interface Told extends Pick<SaveTrace, 'history'> {
  final: boolean
  /** As its callback has it. */
  lastSave: number | undefined
  /** As the document itself has it. */
  modifiedAt: number | null
}

/** What no database keeps is no time. */
const LATEST = Date.UTC(9999, 0)

export type ChangeTimes = Pick<SaveTrace, 'changedAt' | 'changedBy'>

/**
 * A forced save says when its session was changed last before it was begun. A final one says so as of when it is sent,
 * and again: somebody else may have gone on meanwhile. When the last change in it was made is written into the document.
 */
export function changeTimesOf({ final, lastSave, modifiedAt, history }: Told): ChangeTimes {
  const [changedBy, modified] = [keepable(lastSave), keepable(modifiedAt)]
  if (!final && changedBy !== null) return { changedAt: changedBy, changedBy }
  return { changedAt: isOfSession(modified, history, changedBy) ? modified : null, changedBy }
}

function keepable(millis: number | null | undefined): number | null {
  return typeof millis === 'number' && millis > 0 && millis < LATEST ? millis : null
}

/** Where the document server does not write it, what the document was made of may have brought it along. */
function isOfSession(
  modifiedAt: number | null,
  history: SaveTrace['history'],
  changedBy: number | null
): boolean {
  const begunAt = beginningOf(changesOf({ history }).at(-1))
  if (modifiedAt === null || begunAt === null) return false
  return modifiedAt >= begunAt && modifiedAt <= (changedBy ?? modifiedAt)
}

/** Of a run of changes; the document server tells it in UTC, and without saying so. */
export function beginningOf(run: unknown): number | null {
  if (typeof run !== 'object' || run === null || !('created' in run)) return null
  const moment = Date.parse(`${String(run.created).replace(' ', 'T')}Z`)
  return Number.isNaN(moment) ? null : moment
}
