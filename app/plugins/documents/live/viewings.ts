import { DateTime } from 'luxon'
import { isConstraintConflict } from '#kernel/database/faults'
import { toStored } from '#kernel/database/instant'
import { removeFound } from '#kernel/database/remove_found'
import type { Operator } from '#kernel/operator/operator'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../models/document_key.js'
import DocumentViewing from '../models/document_viewing.js'
import { DAY_MS } from '../spans.js'
import type { SessionKey } from '../sessions/session_state.js'

/** For so long somebody is believed to have a page open that the document server tells nobody of. */
const KEPT_MS = 30 * DAY_MS

/** The same of a page of a key that the document went on from. */
const KEPT_OF_EARLIER_MS = DAY_MS

/**
 * Who was let in to look. They are kept apart from openings, for they can change nothing: no work waits for them, and the
 * document server neither names them nor says when they leave.
 */
export class Viewings {
  async record(key: SessionKey, { id: userId, sessionId }: Operator): Promise<void> {
    const { id: documentId, editorKey } = key
    const viewer = { editorKey, userId, sessionId: sessionId ?? 0 }
    const openedAt = DateTime.fromMillis(clock.now())
    const known = await DocumentViewing.query().where(viewer).first()
    if (known)
      await DocumentViewing.query()
        .where(viewer)
        .update({ openedAt: toStored(openedAt) })
    else await add(new DocumentViewing().fill({ documentId, ...viewer, openedAt }))
  }

  /** Those that are too old to be of a page that is still open. */
  async forgetOld(): Promise<void> {
    const now = clock.now()
    const open = DocumentKey.query().where('state', 'open').select('editorKey')
    await removeFound(
      DocumentViewing.query()
        .where('openedAt', '<', toStored(now - KEPT_OF_EARLIER_MS))
        .whereNotIn('editorKey', open)
    )
    await removeFound(DocumentViewing.query().where('openedAt', '<', toStored(now - KEPT_MS)))
  }
}

/** Opened twice at the same moment, it is there; with its document removed meanwhile, nobody needs it. */
async function add(viewing: DocumentViewing): Promise<void> {
  try {
    await viewing.save()
  } catch (error) {
    if (!isConstraintConflict(error)) throw error
  }
}
