import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { identifiersIn } from '#kernel/http/query_parameters'
import { clock } from '#kernel/state/clock'
import type DocumentKey from '../models/document_key.js'
import DocumentOwedWork from '../models/document_owed_work.js'
import { surelyBy } from './came_after.js'
import { beginningOf } from '../versions/change_times.js'
import { begunWith, changesOf, isWrittenBefore } from '../versions/save_order.js'
import { historyIn } from '../versions/version_history.js'

/** What is lost, as far as it tells which of several refused saves it is. */
interface LostContent {
  fileType: string
  /** By our clock. */
  writtenAt: DateTime | null
  /** When it was changed last, as it says itself; by the document server's clock. */
  modifiedAt?: number | null
}

/** A last save that was refused. */
interface RefusedWork {
  row: DocumentOwedWork
  history: { changes?: unknown }
}

/** What is lost may be an older one of them: that is sent again while others go on, and given up after them. */
interface Judged {
  /** Which of them it may be. */
  possible: readonly RefusedWork[]
  /** What was changed in these last is not in it. */
  later: readonly RefusedWork[]
  /** Whose change is the last in it, where it is none of them. */
  changers: readonly number[]
  moment: number | null
}

/** Whose it may be. */
interface PossibleAuthors {
  authorIds: (number | null)[]
  /** What was refused last is surely not it: something was changed in that later, or not so late. */
  last?: 'later' | 'earlier'
}

export async function authorsAmongRefused(
  key: DocumentKey,
  content: LostContent
): Promise<PossibleAuthors> {
  const works = await refusedWorks(key, content)
  const { possible, later, changers } = judged(works, content)
  const last = works.toSorted((one, other) => +one.row.createdAt - +other.row.createdAt).at(-1)
  const authorIds = possible.length > 0 ? authorsOf(possible) : [...changers]
  if (!last || authorIds.length === 0 || possible.includes(last)) return { authorIds }
  return { authorIds, last: later.includes(last) ? 'later' : 'earlier' }
}

/**
 * What was refused, and is not in what came, is owed still. Where nothing shows which of several people's it is, nothing
 * counts as come that only one of them holds.
 */
export async function noteRefusedBeyond(
  key: DocumentKey,
  content: LostContent,
  client: TransactionClientContract
): Promise<void> {
  const works = await refusedWorks(key, content, client)
  const { possible, later, moment } = judged(works, content)
  for (const work of later) {
    const beyond = changesOf(work).filter((run) => isWrittenBefore(moment, beginningOf(run)))
    await oweStill(work, changersIn(beyond))
  }
  if (authorsOf(possible).length < 2) return
  for (const work of possible) {
    if (possible.every((other) => holds(other, work))) continue
    await oweStill(work, changersIn(changesOf(work).slice(commonTo(work, possible))))
  }
}

/** @param changers of what did not come; where nobody is named, all whose work it was */
async function oweStill({ row }: RefusedWork, changers: readonly number[]): Promise<void> {
  if (row.toldAt) return
  const theirs = row.userIds.filter((id) => changers.includes(id))
  const createdAt = DateTime.fromMillis(clock.now())
  await row.merge({ createdAt, userIds: theirs.length > 0 ? theirs : row.userIds }).save()
}

/** In the order in which they were refused first, since all was here. */
async function refusedWorks(
  { editorKey, settledAt }: DocumentKey,
  { fileType, writtenAt }: LostContent,
  client?: TransactionClientContract
): Promise<RefusedWork[]> {
  const refused = DocumentOwedWork.query({ client }).where({ editorKey }).whereNotNull('mark')
  if (settledAt) void refused.where('createdAt', '>', toStored(settledAt))
  const until = surelyBy(writtenAt)
  if (until) void refused.where('createdAt', '<=', toStored(until))
  const rows = await refused.orderBy('id')
  const theirs = rows.filter((row) => row.fileType === null || row.fileType === fileType)
  return theirs.map((row) => ({ row, history: historyIn(row.history) ?? {} }))
}

function judged(works: readonly RefusedWork[], { modifiedAt = null }: LostContent): Judged {
  const open = works.filter((work) => !isContinued(work, works))
  const isOfBefore = open.every((work) => isBeforeAll(modifiedAt, work))
  if (modifiedAt === null || isOfBefore)
    return { possible: open, later: [], changers: [], moment: null }
  const later = open.filter((work) =>
    isWrittenBefore(modifiedAt, beginningOf(changesOf(work).at(-1)))
  )
  const possible = open.filter((work) => {
    return !later.includes(work) && !isWrittenBefore(changedBy(work, works), modifiedAt)
  })
  const changers = later.flatMap((work) => changersAt(changesOf(work), modifiedAt))
  return { possible, later, changers: [...new Set(changers)], moment: modifiedAt }
}

/** What a document says that was not changed since it was opened is of no session. */
function isBeforeAll(moment: number | null, work: RefusedWork): boolean {
  const [first] = changesOf(work)
  return first !== undefined && isWrittenBefore(moment, beginningOf(first))
}

/** Whether a session was opened from it since, of which no history is told: then it is not sent again. */
function isContinued(work: RefusedWork, all: readonly RefusedWork[]): boolean {
  if (changesOf(work).length === 0) return false
  return all.some((other) => isAfter(other, work) && changesOf(other).length === 0)
}

/** No later than this: others who went on from it began then. */
function changedBy(work: RefusedWork, all: readonly RefusedWork[]): number | null {
  const { changedBy: told } = work.row
  const next = all.flatMap((other) => {
    const isUpon = other !== work && begunWith(other, work) !== null
    return isUpon ? (beginningOf(changesOf(other)[changesOf(work).length]) ?? []) : []
  })
  const moments = told ? [...next, +told] : next
  return moments.length > 0 ? Math.min(...moments) : null
}

function changersAt(runs: readonly unknown[], moment: number): number[] {
  const theirs = runs.filter((run, place) => {
    const isOver = isWrittenBefore(beginningOf(runs[place + 1]), moment)
    return !isOver && !isWrittenBefore(moment, beginningOf(run))
  })
  return changersIn(theirs)
}

/** Whether all of the one is in the other. */
function holds(other: RefusedWork, work: RefusedWork): boolean {
  if (other === work) return true
  if (changesOf(other).length === 0) return isAfter(other, work)
  if (begunWith(other, work) === null) return false
  return changesOf(other).length > changesOf(work).length || isAfter(other, work)
}

/** So many of its runs are in each. */
function commonTo(work: RefusedWork, all: readonly RefusedWork[]): number {
  return Math.min(
    ...all.filter((other) => other !== work).map((other) => begunWith(work, other) ?? 0)
  )
}

function isAfter({ row: { id } }: RefusedWork, other: RefusedWork): boolean {
  return id > other.row.id
}

function authorsOf(works: readonly RefusedWork[]): (number | null)[] {
  return [...new Set(works.map(({ row }) => row.authorId))]
}

function changersIn(runs: readonly unknown[]): number[] {
  const named = runs.map((run) => (run as { user?: { id?: unknown } } | null)?.user?.id)
  return [...new Set(identifiersIn(named))]
}
