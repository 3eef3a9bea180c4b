import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import type DocumentShare from '../models/document_share.js'
import { endedShares } from '../models/reach/lasting.js'
import { NarrowedRights } from '../sessions/narrowed_rights.js'
import { THE_SERVICE, type Author } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'
import { lockedDocument } from '../versions/locked_document.js'

const BATCH = 100

@inject()
export class SettleShares {
  constructor(private readonly rights: NarrowedRights) {}

  all(): Promise<void> {
    return actAsSystem('shares end by themselves', async () => {
      for (let last = 0; ;) {
        const ended = await endedAfter(last)
        if (ended.length === 0) return
        for (const share of ended) await remove(share)
        const documentIds = [...new Set(ended.map(({ documentId }) => documentId))]
        await this.rights.handle({ documentIds })
        last = ended.at(-1)!.id
      }
    })
  }

  of(documentId: number): Promise<void> {
    return actAsSystem('a share was narrowed', () =>
      this.rights.handle({ documentIds: [documentId] })
    )
  }
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
    await deleteShare(share, { action: 'share_ended', author: THE_SERVICE }, trx)
  })
}

export async function deleteShare(
  share: DocumentShare,
  entry: { action: 'share_ended' | 'unshared'; author: Author },
  trx: TransactionClientContract
): Promise<void> {
  const { documentId, subjectType, subjectId, level } = share
  await share.useTransaction(trx).delete()
  await noteInLog(documentId, { ...entry, detail: { subjectType, subjectId, level } }, trx)
}
