import { lastingSharesOf } from '../models/reach/effective_shares.js'
import { namesOf } from '../models/reach/share_names.js'
import { shareRow } from '../transformers/share_transformer.js'
import type DocumentShare from '../models/document_share.js'

/** Shares of documents that the caller has found to be within reach. */
export class DocumentShares {
  /** Those that have not ended, oldest first; also with a role or department that is disabled, and may be enabled again. */
  async of(documentId: number) {
    return this.named(await lastingSharesOf(documentId))
  }

  async named(shares: readonly DocumentShare[]) {
    const names = await namesOf(shares)
    return shares.map((share) => shareRow(share, names))
  }
}
