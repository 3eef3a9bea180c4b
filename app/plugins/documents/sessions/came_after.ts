import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { clock } from '#kernel/state/clock'
import type DocumentKey from '../models/document_key.js'
import type DocumentOpening from '../models/document_opening.js'
import { cameAgain } from './missing_people.js'
import { openingsAtRisk, unheardBefore } from './people_at_risk.js'

/** By our clock; `null` where that cannot be told. */
export interface WhenWritten {
  writtenAt: DateTime | null
  /** When it was changed last, as it says itself. */
  changedAt: DateTime | null
}

/** Times are told to the second. */
export const CLEARLY_MS = 2_000

/**
 * Who came, or may have come unheard, after a lost file was written: nothing that they changed is in it. Where nothing
 * tells when that was, who came once everybody else was gone: it may be of before.
 */
export async function cameAfter(
  key: DocumentKey,
  written: WhenWritten,
  client?: TransactionClientContract
): Promise<number[]> {
  const { writtenAt } = written
  const inside = await openingsAtRisk(key, client)
  const later = writtenAt
    ? inside.filter(({ joinedAt }) => isClearlyAfter(joinedAt!, writtenAt))
    : inside.filter((opening) => isAnew(opening, inside) && !isChangedSince(written, opening))
  const unheard = writtenAt ? await unheardSince(key, writtenAt, client) : []
  return [...new Set([...later, ...unheard].map(({ userId }) => userId))]
}

export function isClearlyAfter(moment: DateTime, before: DateTime): boolean {
  return +moment - +before > CLEARLY_MS
}

/** The storage that dates it may have a clock of its own. */
const UNSURE_MS = 300_000

export function surelyBy(writtenAt: DateTime | null): DateTime | null {
  return writtenAt && writtenAt.plus(UNSURE_MS)
}

async function unheardSince(
  { editorKey }: DocumentKey,
  writtenAt: DateTime,
  client?: TransactionClientContract
): Promise<DocumentOpening[]> {
  const unheard = await unheardBefore(editorKey, clock.now(), client)
  return unheard.filter(({ openedAt }) => isClearlyAfter(openedAt, writtenAt))
}

/** Whether others, or they themselves, had been inside before, and nobody was any more when they came. */
function isAnew(opening: DocumentOpening, all: readonly DocumentOpening[]): boolean {
  const { id, joinedAt } = opening
  const before = all.filter((one) => one.id !== id && one.joinedAt! < joinedAt!)
  const hadPeople = before.length > 0 || cameAgain(opening, all)
  return hadPeople && before.every((one) => isGoneBy(one, joinedAt!))
}

/** Who comes finds missing whoever is named no more. */
function isGoneBy({ leftAt, missingAt }: DocumentOpening, moment: DateTime): boolean {
  const goneAt = leftAt ?? missingAt
  return goneAt !== null && !isClearlyAfter(goneAt, moment)
}

function isChangedSince({ changedAt }: WhenWritten, { joinedAt }: DocumentOpening): boolean {
  return changedAt !== null && +changedAt + CLEARLY_MS >= +joinedAt!
}
