import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentOpening from '../models/document_opening.js'
import { BATCH, type Between } from './around.js'
import { DOUBTED_MS, openKeys } from './reviewed_openings.js'

/** Whether they are barred from the session in which they were. */
export const BARS = ['barred', 'unbarred'] as const
export type Bar = (typeof BARS)[number]

/**
 * Those of sessions that go on, who are outside and about whom the document server is not asked any more, in the order of
 * their ids: barred, or outside for so long, or seen to be outside. A page whose connection broke may still come back.
 */
export function awayOpenings(bar: Bar, { after, upTo }: Between): Promise<DocumentOpening[]> {
  const query = DocumentOpening.query().whereIn('editorKey', openKeys()).whereNotNull('endedAt')
  if (after !== undefined) void query.where('id', '>', after)
  if (upTo !== undefined) void query.where('id', '<=', upTo)
  if (bar === 'barred') void query.whereNotNull('barredAt')
  else void query.whereNull('barredAt').where(unasked)
  return query.orderBy('id').limit(BATCH).exec()
}

function unasked(query: ReturnType<typeof DocumentOpening.query>): void {
  void query.where('endedAt', '<=', toStored(clock.now() - DOUBTED_MS))
  void query.orWhereColumn('outside_at', '>=', 'ended_at')
}
