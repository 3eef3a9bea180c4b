import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/instant'
import type { Predicate } from '#kernel/data_scope/predicate'
import { clock } from '#kernel/state/clock'
import DocumentShare from '../document_share.js'

/** Whether a share has not ended; so it is at the very moment that it ends no more. */
export function isLasting({ endsAt }: Pick<DocumentShare, 'endsAt'>): boolean {
  return endsAt === null || endsAt.toMillis() > clock.now()
}

/** The same, in a statement over `document_shares`. */
export function lasting(): Predicate {
  return { sql: '(ends_at is null or ends_at > ?)', bindings: [toStored(clock.now())] }
}

/** Those that have ended, of every document. */
export function endedShares(client?: TransactionClientContract) {
  return DocumentShare.query({ client }).where('endsAt', '<=', toStored(clock.now()))
}
