import { toStored } from '#kernel/database/instant'
import type DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { openingsAtRisk } from './people_at_risk.js'

/** What it could not download, or not open, the document server tries again within minutes. */
const TRIED_AGAIN_MS = 300_000

/**
 * The document server downloads what is opened under a key once, and keeps it as long as somebody is inside. Where it did so
 * again, with nothing kept that could not be delivered, it had lost its storage: what people who were inside had not saved is
 * nowhere, though it knows the key again by whoever opened it since, if only to look. Anybody who was let in can fetch it
 * as well, so that shows something only where their end was not told, but learnt by asking.
 */
export async function noteServedAnew(key: DocumentKey): Promise<void> {
  const { lastServedAt } = key
  if (!lastServedAt) return
  const begunAt = +lastServedAt - TRIED_AGAIN_MS
  const openings = await openingsAtRisk(key)
  const ids = openings.filter(({ joinedAt }) => +joinedAt! < begunAt).map(({ id }) => id)
  if (ids.length === 0) return
  const changes = { missingAt: toStored(begunAt), lostAt: toStored(begunAt) }
  for (const [column, moment] of Object.entries(changes))
    await DocumentOpening.query()
      .whereIn('id', ids)
      .whereNull(column)
      .update({ [column]: moment })
}
