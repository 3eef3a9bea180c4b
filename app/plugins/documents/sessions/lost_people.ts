import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { cameAfter, type WhenWritten } from './came_after.js'
import { openingsAtRisk } from './people_at_risk.js'

/**
 * A session begins anew: it goes on from what is kept of it, without the work of who came after that was written.
 *
 * @param written `null`: nothing is kept
 */
export async function noteLost(editorKey: string, written: WhenWritten | null): Promise<void> {
  const key = await DocumentKey.findByOrFail({ editorKey })
  const openings = await openingsAtRisk(key)
  const later = written && (await cameAfter(key, written))
  const lost = openings.filter(({ userId }) => later === null || later.includes(userId))
  const ids = lost.map(({ id }) => id)
  await DocumentOpening.query()
    .whereIn('id', ids)
    .whereNull('lostAt')
    .update({ lostAt: toStored(clock.now()) })
}

/** Whose work was nowhere when their session began anew. */
export async function lostIn(
  key: DocumentKey,
  client?: TransactionClientContract
): Promise<DocumentOpening[]> {
  return (await openingsAtRisk(key, client)).filter(({ lostAt }) => lostAt !== null)
}
