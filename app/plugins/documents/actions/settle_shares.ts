import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { actAsSystem } from '#kernel/operator/acting'
import type DocumentShare from '../models/document_share.js'
import { endedShares } from '../models/reach/lasting.js'
import { NarrowedRights, type Narrowed } from '../sessions/narrowed_rights.js'
import { THE_SERVICE } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { lockedDocument } from '../versions/locked_document.js'

const BATCH = 100
const MOST_NAMED = 1_000

/** Ends what a share allowed: removes expired shares, and checks the rights in open sessions at once. */
@inject()
export class SettleShares {
  constructor(private readonly rights: NarrowedRights) {}

  /** Removes the expired shares of all documents. */
  all(): Promise<void> {
    return actAsSystem('shares end by themselves', async () => {
      const documentIds = new Set<number>()
      let ended: DocumentShare[] = []
      do {
        ended = await endedAfter(ended.at(-1)?.id ?? 0)
        for (const share of ended) await remove(share)
        for (const { documentId } of ended) documentIds.add(documentId)
      } while (ended.length === BATCH)
      if (documentIds.size > 0) await this.rights.handle(narrowedIn(documentIds))
    })
  }

  of(documentId: number): Promise<void> {
    return actAsSystem('a share was narrowed', () =>
      this.rights.handle({ documentIds: [documentId] })
    )
  }
}

/** With too many documents, all sessions are checked. */
function narrowedIn(documentIds: ReadonlySet<number>): Narrowed {
  return documentIds.size > MOST_NAMED ? {} : { documentIds: [...documentIds] }
}

function endedAfter(id: number): Promise<DocumentShare[]> {
  return endedShares().where('id', '>', id).orderBy('id').limit(BATCH)
}

/** Reads the share again under the lock: it may have been renewed. */
async function remove({ id, documentId }: DocumentShare): Promise<void> {
  await db.transaction(async (trx) => {
    await lockedDocument(documentId, trx)
    const share = await endedShares(trx).where({ id }).first()
    if (!share) return
    const { subjectType, subjectId, level } = share
    await share.useTransaction(trx).delete()
    const detail = { subjectType, subjectId, level }
    await noteInLog(documentId, { action: 'share_ended', author: THE_SERVICE, detail }, trx)
  })
}
