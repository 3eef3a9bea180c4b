import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { covers } from '../editor/covered_rights.js'
import type DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { contributorsOf } from '../notices/contributors.js'
import { peopleAtRisk, unheardIn } from '../sessions/people_at_risk.js'
import type { SaveFiles } from './fetched_save.js'
import type { KeptSaves } from './kept_saves.js'
import type { FetchedRequest } from './save_document.js'
import { beginningOf, type ChangeTimes } from '../versions/change_times.js'
import { changesOf, isWrittenBefore } from '../versions/save_order.js'

/** Of a save; milliseconds, by the document server's clock. */
type Times = Pick<SaveFiles, 'aheadMs' | 'modifiedAt'> & ChangeTimes

interface LastChange {
  /** The last run of the save. */
  last: unknown
  /** When something was changed last: milliseconds, by the document server's clock. */
  lastAt: number | null
}

/**
 * Whether all whose work a save carries changed something in its session after they came into it when they had no right to
 * any more, or came back to it unheard once they had lost it and were seen outside. Work of people with and without a right
 * cannot be told apart within a save, so one with the right is enough; what the session had saved before counts no more.
 * Where no history names them, they are all who were inside since then. Bars of those who have the right again are expected
 * to be lifted before.
 */
export async function isUnpermitted(
  { author, source, concerned }: FetchedRequest,
  key: DocumentKey,
  { before, ...times }: Pick<KeptSaves, 'before'> & Times,
  trx: TransactionClientContract
): Promise<boolean> {
  const all = changesOf({ history: source?.history ?? null })
  const changes = all.slice(before)
  const history = { changes }
  const possible = concerned && (await insideSince(key, concerned, trx))
  const people = contributorsOf({ authorId: author.id, history, concerned: possible })
  if (people.length === 0) return false
  const openings = await DocumentOpening.query({ client: trx })
    .where({ editorKey: key.editorKey })
    .whereIn('userId', people)
  return people.every((id) => {
    const theirs = openings.filter(({ userId }) => userId === id)
    if (isSinceRefusal(theirs, times)) return true
    const lastAt = lastChangeOf(all, times)
    return isAllSince(barredSince(theirs), runsOf(id, changes), {
      ...times,
      last: all.at(-1),
      lastAt,
    })
  })
}

/**
 * Where they came or stayed without the right; unless it is known that all was written before: somebody may go on in a run that
 * they began with the right.
 */
function isSinceRefusal(
  openings: readonly DocumentOpening[],
  { aheadMs, changedAt, changedBy }: Times
): boolean {
  const moments = openings.flatMap(({ refusedAt }) => (refusedAt ? [+refusedAt] : []))
  if (moments.length === 0) return false
  if (aheadMs === null) return true
  return !isWrittenBefore(changedAt ?? changedBy, Math.min(...moments) - aheadMs)
}

/**
 * Since when they may do less than one of their openings is for: what came of which of them cannot be told apart, as none of it
 * says more than whose it is. What may still be done with another one is not lost.
 *
 * @returns milliseconds, by our clock; `null`: with all of them they may be inside
 */
function barredSince(openings: readonly DocumentOpening[]): number | null {
  const moments = openings.map(({ access }) => {
    const serving = openings.filter((other) => covers(other.access, access))
    return Math.max(...serving.map(({ barredAt }) => (barredAt ? +barredAt : Infinity)))
  })
  const first = Math.min(...moments)
  return Number.isFinite(first) ? first : null
}

function runsOf(userId: number, changes: readonly unknown[]): unknown[] {
  return changes.filter((run) => {
    const history = { changes: [run] }
    return contributorsOf({ authorId: null, history }).includes(userId)
  })
}

/**
 * Whoever goes on alone with what was saved before is named in no run of their own, nor is anybody in what had been lost: then
 * it is told by when the document was changed last, and so it is of the last run: somebody may have begun it with the right.
 * What nothing dates was changed with the right.
 */
function isAllSince(
  barredAt: number | null,
  runs: readonly unknown[],
  { aheadMs, last, lastAt }: Pick<Times, 'aheadMs'> & LastChange
): boolean {
  if (barredAt === null || aheadMs === null) return false
  const moment = barredAt - aheadMs
  if (runs.length === 0) return isWrittenBefore(moment, lastAt)
  const writtenAt = (run: unknown) => (run === last && lastAt !== null ? lastAt : beginningOf(run))
  return runs.every((run) => isWrittenBefore(moment, writtenAt(run)))
}

/**
 * As the document says, or where it cannot be what was changed in its session, as the document server does. What goes on
 * from a lost save has no runs that its own date could be held against.
 */
function lastChangeOf(
  changes: readonly unknown[],
  { changedAt, modifiedAt, changedBy }: Times
): number | null {
  const itself = changes.length === 0 ? modifiedAt : null
  return changedAt ?? itself ?? changedBy
}

/** Those among them; all where it is none: then it is work of before. */
async function insideSince(
  key: DocumentKey,
  concerned: readonly number[],
  trx: TransactionClientContract
): Promise<readonly number[]> {
  const unheard = await unheardIn(key.editorKey).useTransaction(trx)
  const since = new Set([...(await peopleAtRisk(key, trx)), ...unheard.map(({ userId }) => userId)])
  const among = concerned.filter((id) => since.has(id))
  return among.length > 0 ? among : concerned
}
