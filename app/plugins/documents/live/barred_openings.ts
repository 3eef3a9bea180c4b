import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import { covers } from '../editor/covered_rights.js'
import DocumentOpening from '../models/document_opening.js'
import type { SessionKey } from '../sessions/session_state.js'

type Marks = Pick<DocumentOpening, 'refusedAt' | 'barredAt'>

const NO_MARKS: Marks = { refusedAt: null, barredAt: null }

/** Whether they came, or stayed, without the right that they came with. */
export async function judge(id: number, isRefused: boolean): Promise<void> {
  const rows = DocumentOpening.query().where({ id })
  if (isRefused) await rows.whereNull('refusedAt').update({ refusedAt: now() })
  else await rows.where(isMarked).update(NO_MARKS)
}

/**
 * They have lost the right that they came with, and are outside: what they change from the first time on is without it. Who was
 * let in anew since these were read is not meant.
 */
export async function bar(openings: readonly DocumentOpening[]): Promise<void> {
  for (const { id, openedAt } of openings.filter(({ barredAt }) => barredAt === null)) {
    const asFound = DocumentOpening.query().where({ id }).where('openedAt', toStored(openedAt))
    await asFound.whereNull('barredAt').update({ barredAt: now() })
  }
}

/** They have the right again that they came with. */
export async function unbar(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await DocumentOpening.query()
    .whereIn('id', [...ids])
    .update({ barredAt: null })
}

/** Whoever is let in anew may do again what they once came for without the right to it, as far as this goes. */
export async function pardon(
  { editorKey }: SessionKey,
  { userId, access }: Pick<DocumentOpening, 'userId' | 'access'>
): Promise<void> {
  const marked = await DocumentOpening.query().where({ editorKey, userId }).where(isMarked)
  const ids = marked.filter((one) => covers(access, one.access)).map(({ id }) => id)
  if (ids.length > 0) await DocumentOpening.query().whereIn('id', ids).update(NO_MARKS)
}

function isMarked(query: ReturnType<typeof DocumentOpening.query>): void {
  void query.whereNotNull('refusedAt').orWhereNotNull('barredAt')
}

const now = () => toStored(clock.now())
