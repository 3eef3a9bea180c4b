import { lastingSharesOf } from '../models/reach/effective_shares.js'
import { namesOf } from '../models/reach/share_names.js'
import { shareRow } from '../transformers/share_transformer.js'
import type DocumentShare from '../models/document_share.js'

export class DocumentShares {
  /** Oldest first, without ended ones; includes disabled roles and departments. */
  async of(documentId: number) {
    return this.named(await lastingSharesOf(documentId))
  }

  async named(shares: readonly DocumentShare[]) {
    const names = await namesOf(shares)
    return shares.map((share) => shareRow(share, names))
  }
}
