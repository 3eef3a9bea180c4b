import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import DocumentOwedWork from '../models/document_owed_work.js'
import { movesOfKey } from './moves_of_key.js'
import { openingsAtRisk } from './people_at_risk.js'

/** As the document server tells who is inside. */
interface Named {
  users: readonly number[]
  /** Of them, those who come just now. */
  comers: readonly number[]
  leavers: readonly number[]
}

/** What is told has no order: so soon after somebody came, what does not name them may be of before. */
const UNORDERED_MS = 60_000

/** A coming is noted in the log a little earlier. */
const NOTED_BEFORE_MS = 5_000

/**
 * Notes who was inside and is not named any more without having left, or comes again: a document server that has lost its
 * storage, or another one, begins anew. While somebody is named who was inside before, it is the same session.
 *
 * @returns whether it may have begun anew
 */
export async function noteMissing(editorKey: string, named: Named): Promise<boolean> {
  const { users, comers, leavers } = named
  if (users.length === 0) return false
  const key = await DocumentKey.findByOrFail({ editorKey })
  const [inside, left] = await atRisk(key)
  const isStaying = (opening: DocumentOpening) =>
    !isGoneAlready(opening) && users.includes(opening.userId) && !comers.includes(opening.userId)
  if (inside.some(isStaying)) return false
  const others = inside.filter((one) => !leavers.includes(one.userId) && !isGoneAlready(one))
  const again = await heardToCome(
    key,
    others.filter(({ userId }) => comers.includes(userId))
  )
  const missing = others.filter((one) => again.has(one.id) || !users.includes(one.userId))
  if (missing.length === 0) return false
  const anew = missing.filter(({ missingAt }) => missingAt === null)
  const back = left.filter(({ userId }) => anew.length > 0 && comers.includes(userId))
  await setMissing([...anew, ...back], toStored(clock.now()))
  return true
}

/** Whether they are missing, and did not come again since with the same. */
function isGoneAlready({ joinedAt, missingAt }: DocumentOpening): boolean {
  return missingAt !== null && joinedAt! < missingAt
}

/** They were there all along: what did not name them was of before they came. */
export async function noteFound(editorKey: string, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const theirs = await joinedOf(editorKey, userIds)
  const endedAt = await refusedIn(editorKey)
  await setMissing(
    theirs.filter((opening) => isOutOfOrder(opening, theirs, endedAt)),
    null
  )
}

/** With another window of somebody open when one is closed, neither is of another session. */
export async function noteWindows(editorKey: string, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const theirs = await joinedOf(editorKey, userIds)
  const endedAt = await refusedIn(editorKey)
  await setMissing(
    theirs.filter((opening) => cameAgain(opening, theirs) && !isOfBefore(opening, endedAt)),
    null
  )
}

/** Whoever comes anew is in what goes on now: what they missed was told, or is owed by itself. */
export async function comeAnew(openings: ReturnType<typeof DocumentOpening.query>): Promise<void> {
  await openings.whereNull('joinedAt').update({ missingAt: null, lostAt: null })
}

/** Nothing more of theirs is waited for. */
export function forgetMissing(
  openings: readonly DocumentOpening[],
  client: TransactionClientContract
): Promise<void> {
  return setMissing(openings, null, client)
}

/** When a last save was refused the last time: then nobody was inside any more. */
export async function refusedIn(
  editorKey: string,
  client?: TransactionClientContract
): Promise<DateTime | null> {
  const refused = DocumentOwedWork.query({ client }).where({ editorKey }).whereNotNull('mark')
  const last = await refused.orderBy('createdAt', 'desc').select('createdAt').first()
  return last?.createdAt ?? null
}

/**
 * Whether what does not name them may have come out of order: they had come shortly before, and not again since.
 *
 * @param all openings of the session, theirs at least
 * @param endedAt who is named again after that has come again
 */
export function isOutOfOrder(
  opening: DocumentOpening,
  all: readonly DocumentOpening[],
  endedAt: DateTime | null
): boolean {
  const { joinedAt, missingAt } = opening
  if (!joinedAt || !missingAt || cameAgain(opening, all)) return false
  if (isOfBefore(opening, endedAt)) return false
  return +missingAt - +joinedAt <= UNORDERED_MS
}

/** Whether somebody who was missing has come since, with whatever they were let in. */
export function cameAgain(opening: DocumentOpening, all: readonly DocumentOpening[]): boolean {
  const { userId, missingAt } = opening
  if (missingAt === null) return false
  return all.some((one) => one.userId === userId && one.joinedAt! >= missingAt)
}

function isOfBefore({ missingAt }: DocumentOpening, endedAt: DateTime | null): boolean {
  return endedAt !== null && missingAt !== null && missingAt < endedAt
}

/** With which of them, rather than named by others who came: then their coming may be told just now. */
async function heardToCome(
  key: DocumentKey,
  openings: readonly DocumentOpening[]
): Promise<Set<number>> {
  if (openings.length === 0) return new Set()
  const since = ({ joinedAt }: DocumentOpening) => joinedAt!.minus(NOTED_BEFORE_MS)
  const from = DateTime.min(...openings.map(since))!
  const moves = await movesOfKey(key, { from, userIds: openings.map(({ userId }) => userId) })
  const cameAt = new Map(moves.map((one) => [one.userId, one.cameAt]))
  const heard = openings.filter((one) => (cameAt.get(one.userId) ?? 0) >= +since(one))
  return new Set(heard.map(({ id }) => id))
}

/** Who is inside; and who had left their work to them, which would be forgotten where they come again. */
async function atRisk(key: DocumentKey): Promise<[DocumentOpening[], DocumentOpening[]]> {
  const openings = await openingsAtRisk(key)
  const isInside = ({ leftAt }: DocumentOpening) => leftAt === null
  return [openings.filter(isInside), openings.filter((opening) => !isInside(opening))]
}

function joinedOf(editorKey: string, userIds: readonly number[]): Promise<DocumentOpening[]> {
  return DocumentOpening.query()
    .where({ editorKey })
    .whereIn('userId', [...userIds])
    .whereNotNull('joinedAt')
    .exec()
}

async function setMissing(
  openings: readonly DocumentOpening[],
  missingAt: string | null,
  client?: TransactionClientContract
): Promise<void> {
  await update(openings, missingAt === null ? { missingAt, lostAt: null } : { missingAt }, client)
}

async function update(
  openings: readonly DocumentOpening[],
  changes: Record<string, string | null>,
  client?: TransactionClientContract
): Promise<void> {
  if (openings.length === 0) return
  const ids = openings.map(({ id }) => id)
  await DocumentOpening.query({ client }).whereIn('id', ids).update(changes)
}
