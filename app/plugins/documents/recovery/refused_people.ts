import type { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { identifiersIn } from '#kernel/http/query_parameters'
import type DocumentKey from '../models/document_key.js'
import type DocumentLog from '../models/document_log.js'
import DocumentOpening from '../models/document_opening.js'
import type { FoundSave } from '../sessions/hidden_saves.js'
import { openingsAtRisk } from '../sessions/people_at_risk.js'
import { notedOf } from './noted_people.js'

/** The status of a save while its session goes on. */
export const FORCED = 6

/** The last save that was refused, and may be what is found: one of each format lies there. */
export async function lastRefusedOf(
  key: DocumentKey,
  found?: FoundSave,
  until: DateTime | null = null
): Promise<DocumentLog | undefined> {
  for await (const refused of refusedOf(key, found, until)) return refused
  return undefined
}

async function* refusedOf(
  key: DocumentKey,
  found: FoundSave | undefined,
  until: DateTime | null
): AsyncGenerator<DocumentLog, void> {
  for await (const refused of notedOf(key, ['save_rejected'], until)) {
    const fileType = refused.detail?.fileType
    if (!found || !fileType || fileType === found.fileType) yield refused
  }
}

interface Since {
  until?: DateTime | null
  lookerId?: number
}

/** Whose save was refused, and who else may have changed something since. */
export async function refusedAndSince(
  key: DocumentKey,
  refused: DocumentLog,
  { until, lookerId }: Since
) {
  const since = await othersSince(key, refused, until ?? null)
  return [refused.operatorId, ...since.filter((id) => id !== lookerId)]
}

async function othersSince(key: DocumentKey, refused: DocumentLog, until: DateTime | null) {
  const others = [...(await insideSince(key, refused)), ...(await unheardSince(key, refused))]
  const theirs = others.filter(({ joinedAt, openedAt }) => isBy(joinedAt ?? openedAt, until))
  return theirs.map(({ userId }) => userId)
}

export function isBy(moment: DateTime, until: DateTime | null): boolean {
  return until === null || moment <= until
}

/** Those at risk who came after a save of the session was refused, or stayed, where the session went on. */
async function insideSince(key: DocumentKey, { createdAt, detail }: DocumentLog) {
  const openings = await openingsAtRisk(key)
  const wentOn = detail?.status === FORCED
  return openings.filter(({ joinedAt, leftAt }) => {
    return joinedAt! > createdAt || (wentOn && (leftAt === null || leftAt > createdAt))
  })
}

/** Who was let in after a save of the session was refused, and not heard to come. */
async function unheardSince({ editorKey }: DocumentKey, { createdAt }: DocumentLog) {
  const since = toStored(createdAt)
  const openings = await DocumentOpening.query()
    .where({ editorKey })
    .where('openedAt', '>=', since)
    .where((unheard) => void unheard.whereNull('joinedAt').orWhere('joinedAt', '<=', since))
  return openings
}

/** All whom saves that were refused named, and who came since the last of them. */
export async function concernedByRefused(
  key: DocumentKey,
  found: FoundSave | undefined,
  until: DateTime | null
): Promise<number[]> {
  const last = await lastRefusedOf(key, found, until)
  if (!last) return []
  const named: number[][] = []
  for await (const { operatorId, detail } of refusedOf(key, found, until))
    named.push([operatorId ?? [], contributorsIn(detail)].flat())
  return [...new Set([...named.toReversed().flat(), ...(await othersSince(key, last, until))])]
}

export function contributorsIn(detail: DocumentLog['detail']): number[] {
  const named = detail?.contributors
  return Array.isArray(named) ? identifiersIn(named) : []
}
