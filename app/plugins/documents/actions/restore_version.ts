import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { currentOperator } from '#kernel/operator/acting'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { StoredFile } from '#plugins/files/main'
import { EditingGuard } from '../live/editing_guard.js'
import type Document from '../models/document.js'
import DocumentVersion from '../models/document_version.js'
import { authorOf } from '../versions/author.js'
import { replaceKey } from '../versions/document_keys.js'
import { noteInLog } from '../versions/document_log.js'
import { assertChangeable } from '../versions/document_state.js'
import { lockedDocument } from '../versions/locked_document.js'
import { recordVersion } from '../versions/record_version.js'

/**
 * Makes an earlier version the present one, as a new version. Whoever opens the document from then on is in another
 * editing session.
 *
 * @throws E_BEING_EDITED, E_DOCUMENT_STATE, E_NOT_FOUND
 */
@inject()
export class RestoreVersion {
  constructor(private readonly guard: EditingGuard) {}

  async handle(document: Document, no: number, drop: boolean): Promise<DocumentVersion> {
    const author = authorOf(currentOperator())
    assertChangeable(document, 'an earlier version of it cannot be restored')
    const earlier = await DocumentVersion.query().where({ documentId: document.id, no }).first()
    if (!earlier) throw new E_NOT_FOUND()

    await this.guard.assertQuiet(document, { drop, author })
    return db.transaction(async (trx) => {
      const current = await lockedDocument(document.id, trx)
      const file = await StoredFile.findOrFail(earlier.fileId, { client: trx })
      await replaceKey(current, 'replaced', trx)
      const version = { file, kind: 'restored' as const, author, restoredFrom: no }
      const restored = await recordVersion(current, version, trx)
      const entry = {
        action: 'restored' as const,
        author,
        versionNo: restored.no,
        detail: { from: no },
      }
      await noteInLog(current.id, entry, trx)
      return restored
    })
  }
}
